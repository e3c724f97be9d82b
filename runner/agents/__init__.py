"""Agents: anything that answers messages, named by a short spec."""
