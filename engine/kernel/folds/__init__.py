# SPDX-License-Identifier: Apache-2.0
"""How each kind of event changes the state."""
