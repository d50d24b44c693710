@rem The scripts in package.json use `exec node`, so that signals reach the server without a shell in
@rem between. The Windows shell has no exec; it looks in this folder first and runs this file.
@%*
