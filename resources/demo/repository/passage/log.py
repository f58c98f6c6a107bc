"""Reading a ship's log: legs of a passage, with distance in nautical miles and time in hours."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Leg:
    """One leg: `miles` made good in `hours`."""

    miles: float
    hours: float


def distance(legs):
    """Nautical miles over all legs."""
    return sum(leg.miles for leg in legs)


def mean_speed(legs):
    """Mean speed in knots over the whole passage; 0.0 for a passage without legs."""
    if not legs:
        return 0.0
    return sum(leg.miles / leg.hours for leg in legs) / len(legs)
