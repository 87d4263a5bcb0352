"""What other programs read: JSON and CSV."""
