# SPDX-License-Identifier: Apache-2.0
"""Pilothouse's engine: drives runs of workflows; usable headless, imports no Qt."""
