"""Sycophancy and adversary rates, relationship fidelity, affinity."""
