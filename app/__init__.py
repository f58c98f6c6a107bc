# SPDX-License-Identifier: Apache-2.0
"""The monitor: the only package that imports Qt."""
