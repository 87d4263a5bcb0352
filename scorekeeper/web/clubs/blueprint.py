"""The blueprint of all pages of clubs."""

from flask import Blueprint

pages = Blueprint("clubs", __name__)
