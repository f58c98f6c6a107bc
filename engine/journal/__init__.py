# SPDX-License-Identifier: Apache-2.0
"""The run's append-only file: writer, reader, lock and hash chain."""
