"""What is kept: books, players, games and every change, as functions that speak in rules."""
