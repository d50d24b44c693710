import { spawn } from 'node:child_process';
import process from 'node:process';

/** Milliseconds for the process's own threads to finish. */
const patience = 500;

/** Node's names for the work of its threads: looking up addresses and reading files. */
const threaded = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback']);

/**
 * Exits the process now. `process.exit` waits until its threads have finished all their queued
 * work: with a name server that doesn't answer or a disk that hangs, that takes minutes, in which
 * no signal is handled and no timer runs. So another process kills this one.
 */
export function leave() {
  if (process.getActiveResourcesInfo().some((name) => threaded.has(name))) {
    const script = `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${patience})`;
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }).unref();
  }
  process.exit(0);
}
