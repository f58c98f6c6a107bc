# SPDX-License-Identifier: Apache-2.0
"""The selected block: its attempts, and of one attempt transcript, gates, diff and files."""
