# SPDX-License-Identifier: Apache-2.0
"""Events, state, evolve and decide: the pure core that makes every decision between steps."""
