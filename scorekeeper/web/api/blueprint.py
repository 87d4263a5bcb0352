"""The blueprint of all that lies under /api/v1, and what all its answers have in common."""

from flask import Blueprint, Response

pages = Blueprint("api", __name__, url_prefix="/api/v1")


@pages.after_request
def _vary(response: Response) -> Response:
    response.vary.add("Authorization")
    return response
