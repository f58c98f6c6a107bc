# SPDX-License-Identifier: Apache-2.0
"""The help pages of `resources/help` in the window."""
