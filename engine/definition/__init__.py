# SPDX-License-Identifier: Apache-2.0
"""What a workflow is: blocks, gates, budgets and roles, read from YAML with every fault at its line."""
