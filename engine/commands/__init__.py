# SPDX-License-Identifier: Apache-2.0
"""The commands behind the command line, one module a kind: launching and driving, operating, reading, definitions."""
