# SPDX-License-Identifier: Apache-2.0
"""Deterministic tables that the kernel asks: failure signatures, routing, repository profiles."""
