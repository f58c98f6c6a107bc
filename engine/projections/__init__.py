# SPDX-License-Identifier: Apache-2.0
"""Read models for screens and commands: run summary, block tree, holds and meters."""
