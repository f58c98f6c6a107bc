# SPDX-License-Identifier: Apache-2.0
"""The history of a workflow: its runs as a grid, and figures over them."""
