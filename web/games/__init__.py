"""The four games on a page, a folder each."""
