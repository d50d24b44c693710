import { Inkwell, type InkwellOptions } from './inkwell';

/** Starts a server on a copy of the sample organization, with additional environment. */
export function startFromSample(
  env: Readonly<Record<string, string>> = {},
  options: Pick<InkwellOptions, 'node'> = {},
): Promise<Inkwell> {
  const from = process.env.INKWELL_TEST_SAMPLE;
  if (!from) throw new Error('the sample organization is made by the global setup');
  return Inkwell.start({ ...options, from, env });
}
