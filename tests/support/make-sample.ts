import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inkwell } from './inkwell';

/** Makes the sample organization once; servers of the journeys start from copies of it. */
export default async function makeSample(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-sample-'));
  const server = await Inkwell.start({ args: ['--sample'], dataDir });
  await server.stop();
  process.env.INKWELL_TEST_SAMPLE = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
