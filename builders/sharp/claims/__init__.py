"""Claims: assertions into factual and counterfactual sentences in English, Chinese and Portuguese."""
