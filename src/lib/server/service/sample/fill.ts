import type { Clock } from '../clock';
import type { Store } from '../db/store';
import { badRequest } from '../failure';
import type { SampleReport } from './report';
import { fillSmall } from './small';

/** One transaction: a sample is there whole or not at all. */
export async function fillSample(
  store: Store,
  clock: Clock,
  size: 'small' | 'large',
): Promise<SampleReport> {
  if (size === 'large') throw badRequest('The large sample is not there yet.');
  return store.transaction((tx) => fillSmall(tx, clock));
}
