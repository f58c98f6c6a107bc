# SPDX-License-Identifier: Apache-2.0
"""A secret does not get through, however the stream is cut; everything else does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.agents.mask import MASKED, Mask

SECRET = b"aabaac"
STREAMS = st.lists(st.one_of(st.just(SECRET), st.binary(max_size=4), st.sampled_from([b"a", b"aab", b"ac"])))


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places} | {len(data)})
    return [data[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


@given(STREAMS, st.lists(st.integers(min_value=0, max_value=1000), max_size=8))
def test_a_masked_stream_is_the_whole_with_the_secret_replaced_wherever_it_is_cut(
    parts: list[bytes], places: list[int]
) -> None:
    data = b"".join(parts)
    mask = Mask(SECRET)

    passed = b"".join(mask.feed(chunk) for chunk in cut(data, places)) + mask.rest()

    assert passed == data.replace(SECRET, MASKED)


def test_only_what_may_be_the_secret_is_held_back() -> None:
    mask = Mask(SECRET)

    assert [mask.feed(chunk) for chunk in (b"x", b"xaab", b"aa", b"b", b"y")] == [b"x", b"x", b"", b"aab", b"aaby"]
    assert mask.rest() == b""


def test_without_a_secret_nothing_is_touched() -> None:
    mask = Mask(b"")

    assert (mask.feed(b"anything"), mask.rest()) == (b"anything", b"")
