from passage.log import Leg, distance, mean_speed


def test_distance_adds_up():
    assert distance([Leg(30, 6), Leg(30, 3)]) == 60


def test_no_legs_no_speed():
    assert mean_speed([]) == 0.0


def test_mean_speed_of_equal_legs():
    assert mean_speed([Leg(20, 4), Leg(10, 2)]) == 5.0


def test_mean_speed_weighs_each_leg_by_its_time():
    assert mean_speed([Leg(30, 6), Leg(30, 3)]) == 60 / 9
