# SPDX-License-Identifier: Apache-2.0
"""One run: header, budgets, what it waits for, its blocks and its journal."""
