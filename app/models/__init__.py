# SPDX-License-Identifier: Apache-2.0
"""Adapters from the engine's frozen pictures to Qt's item models. They hold no truth of their own."""
