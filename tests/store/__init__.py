"""What the store keeps, and how it comes back."""
