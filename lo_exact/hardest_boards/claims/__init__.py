"""Published claims about boards: parse the files, judge the claims, write evidence."""
