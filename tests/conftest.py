"""How the tests run: random examples without a clock, the same ones every time in CI."""

import os

from hypothesis import settings

settings.register_profile("aparte", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("aparte")
