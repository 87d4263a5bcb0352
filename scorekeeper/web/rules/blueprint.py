"""Where the pages of the rules hang."""

from flask import Blueprint

pages = Blueprint("rules_pages", __name__, url_prefix="/rules")
