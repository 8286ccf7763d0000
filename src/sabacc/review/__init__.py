"""Reviews: what each decision of a hand was worth, by what the seat knew when it made it."""

from sabacc.review.decision import ActionValue, DecisionReview
from sabacc.review.hand import HandReview, Review
from sabacc.review.marks import Mark

__all__ = ["ActionValue", "DecisionReview", "HandReview", "Mark", "Review"]
