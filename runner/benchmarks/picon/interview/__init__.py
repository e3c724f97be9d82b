"""The interrogation: chained questions, confirmations, retest."""
