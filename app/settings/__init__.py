# SPDX-License-Identifier: Apache-2.0
"""The settings: limits of the fleet, prices, look, agents."""
