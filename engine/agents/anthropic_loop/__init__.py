# SPDX-License-Identifier: Apache-2.0
"""The `anthropic` backend: the model is called from the engine, its tools act in the attempt's sandbox.

The SDK takes most of a second to import; only `calls` imports it, in a thread, when a turn first needs it.
"""
