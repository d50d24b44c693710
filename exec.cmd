@rem The scripts of package.json say `exec node`, so that no shell stands between a signal and the
@rem server. Windows' shell has no exec, looks in this folder first and finds this one.
@%*
