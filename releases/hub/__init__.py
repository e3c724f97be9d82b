"""The Hub: publishing releases to it, loading them from it."""
