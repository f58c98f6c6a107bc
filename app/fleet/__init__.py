# SPDX-License-Identifier: Apache-2.0
"""The fleet: every agent of every run."""
