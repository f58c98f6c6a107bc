# SPDX-License-Identifier: Apache-2.0
"""The search over the transcripts of all runs."""
