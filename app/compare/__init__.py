# SPDX-License-Identifier: Apache-2.0
"""Attempts beside each other: of one block, of the branches of a race, of the rounds of a loop."""
