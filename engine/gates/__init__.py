# SPDX-License-Identifier: Apache-2.0
"""One module a gate kind: measures facts, never judges them."""
