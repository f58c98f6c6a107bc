"""`python -m passage`: prints the summary of a sample passage."""

from passage.log import Leg, distance, mean_speed

legs = [Leg(30, 6), Leg(30, 3)]
print(f"{distance(legs):.0f} nm at {mean_speed(legs):.2f} kn")
