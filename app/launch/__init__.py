# SPDX-License-Identifier: Apache-2.0
"""The launch dialog: workflow, repository, inputs, roles, budgets, and the plan before anything starts."""
