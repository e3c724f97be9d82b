"""Character relations in wiki pages: from saved wikitext, XML dumps or a wiki's API."""
