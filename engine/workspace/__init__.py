# SPDX-License-Identifier: Apache-2.0
"""Git and files of a run: private clone, branch, fork points, refs, blackboard and sandbox."""
