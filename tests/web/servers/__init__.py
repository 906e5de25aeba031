"""Servers in processes of their own: killed, restored under, started again."""
