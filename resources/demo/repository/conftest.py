"""Lets the tests import the package from the checkout."""
