"""The sharp benchmark played, judged, scored and shown (SHARP, Findings of ACL 2025)."""
