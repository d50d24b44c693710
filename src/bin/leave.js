import { spawn } from 'node:child_process';
import process from 'node:process';

/** Milliseconds for what the process's own threads still do. */
const patience = 500;

/** As Node calls what they do: looking up addresses and reading files. */
const threaded = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback']);

/**
 * Ends this process now. `process.exit` waits until its threads have done all that is queued for them:
 * behind a name server that does not answer, or a disk that hangs, for minutes, in which no signal is
 * heard and no timer runs. So another process sees to it.
 */
export function leave() {
  if (process.getActiveResourcesInfo().some((name) => threaded.has(name))) {
    const script = `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${patience})`;
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }).unref();
  }
  process.exit(0);
}
