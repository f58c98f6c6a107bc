# SPDX-License-Identifier: Apache-2.0
"""The library of workflows: found, shown as graph and as source, edited, tried, and launched from."""
