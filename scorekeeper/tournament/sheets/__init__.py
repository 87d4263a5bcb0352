"""A paper sheet that was typed in, read anew: which hand is wrong, and the likeliest slip."""
