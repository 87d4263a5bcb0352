"""The blueprint of all pages of tournaments."""

from flask import Blueprint

pages = Blueprint("tournaments", __name__)
