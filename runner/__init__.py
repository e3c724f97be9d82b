"""The runner: plays agents against a frozen release and scores what they said.

It knows a benchmark only through its release: nothing here imports builders or sources.
"""
