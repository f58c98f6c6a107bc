# SPDX-License-Identifier: Apache-2.0
"""What reaches a person who does not look at the window: notices, the tray, and a computer that stays awake."""
