"""The pages, as the devices around a table ask for them."""
