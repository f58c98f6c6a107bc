# SPDX-License-Identifier: Apache-2.0
"""Where an attempt's process runs, and how it is ended."""
