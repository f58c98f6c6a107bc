# SPDX-License-Identifier: Apache-2.0
"""The list of runs, by project."""
