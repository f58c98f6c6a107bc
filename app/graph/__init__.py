# SPDX-License-Identifier: Apache-2.0
"""The run as a graph: blocks in blocks, in the order in which they are worked on."""
