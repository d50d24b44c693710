import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inkwell } from './inkwell';

/**
 * While a server starts, PGlite's program is compiled a second time for speed: half of the startup
 * time, and wasted on servers that run for minutes.
 */
const nodeArguments = '--liftoff-only';

/** Creates the sample organization once; servers of journeys start from copies of it. */
export default async function makeSample(): Promise<() => Promise<void>> {
  process.env.INKWELL_TEST_NODE = nodeArguments;
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-sample-'));
  const server = await Inkwell.start({ args: ['--sample'], dataDir });
  await server.stop();
  process.env.INKWELL_TEST_SAMPLE = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
