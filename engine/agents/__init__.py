# SPDX-License-Identifier: Apache-2.0
"""One module a backend behind one protocol; transcripts, sessions and the tools an agent is given."""
