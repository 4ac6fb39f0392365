"""HTTP service with persistent jobs, live bounds and a web page; layer 8 of the package.

``lo-exact serve`` starts it; nothing else imports it.  The way of a question: `guard` lets it in,
`app` reads it (`requests`), `store` keeps it, `jobs` hands it to a child process, `work` is what
the child does, `events` tells how it goes.  A board is text in a request; nothing here opens a
path that a user named.
"""
