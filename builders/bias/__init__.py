"""Topics and conditions of the bias benchmark, and topics of one's own."""
