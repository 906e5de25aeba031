"""The rules of Bluke, each said in a sentence and tried."""
