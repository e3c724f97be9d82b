"""Who is friend or foe of whom, from wikis, HPD, networks and ratings."""
