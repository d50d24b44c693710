import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inkwell } from './inkwell';

/**
 * PGlite's program is compiled once more, for speed, while a server starts: half of what the start costs,
 * and lost on servers that live for minutes.
 */
const nodeArguments = '--liftoff-only';

/** Makes the sample organization once; servers of the journeys start from copies of it. */
export default async function makeSample(): Promise<() => Promise<void>> {
  process.env.INKWELL_TEST_NODE = nodeArguments;
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-sample-'));
  const server = await Inkwell.start({ args: ['--sample'], dataDir });
  await server.stop();
  process.env.INKWELL_TEST_SAMPLE = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
