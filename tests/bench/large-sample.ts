import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inkwell } from '../support/inkwell';

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-large-'));
  const server = await Inkwell.start({ args: ['--sample=large'], dataDir });
  await server.stop();
  return dataDir;
}

/**
 * Starts a server on a copy of the large sample. The sample is created once per run, because that
 * takes longer than most benches.
 */
export async function startLarge(): Promise<Inkwell> {
  return Inkwell.start({ from: await (made ??= make()) });
}

/** Call at the end of the run. */
export async function dropLarge(): Promise<void> {
  if (made) await rm(await made, { recursive: true, force: true });
  made = undefined;
}
