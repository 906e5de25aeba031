"""Databases as earlier versions wrote them, and what becomes of them."""
