# SPDX-License-Identifier: Apache-2.0
"""What a person looks at before an answer: everything that was measured and claimed, beside the whole diff."""
