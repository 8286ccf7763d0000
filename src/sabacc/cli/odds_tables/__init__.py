"""Exact odds as tables for people, with a module for each family."""
