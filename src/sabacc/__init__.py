"""Sabacc."""
