"""The measures of picon: consistency within, with the world, and with oneself when asked again."""
