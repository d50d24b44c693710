import type { Clock } from '../clock';
import type { Store } from '../db/store';
import type { FileStorage } from '../storage/storage';
import { channels } from './channels';
import { sampleDrafts } from './drafts';
import { insertCrowd, largeSize, type SampleSize } from './large';
import { people } from './people';
import type { SampleReport } from './report';
import { fillSmall } from './small';
import { allTalk } from './talk/all';

/** One transaction: a sample is there whole or not at all. */
export function fillSample(
  store: Store,
  clock: Clock,
  size: 'small' | 'large',
  storage: Pick<FileStorage, 'write'>,
): Promise<SampleReport> {
  return size === 'large'
    ? fillLarge(store, clock, largeSize, storage)
    : store.transaction((tx) => fillSmall(tx, clock, storage));
}

/** A sample of the given size, which must be beyond the small one's. */
export async function fillLarge(
  store: Store,
  clock: Clock,
  size: SampleSize,
  storage: Pick<FileStorage, 'write'>,
): Promise<SampleReport> {
  const report = await store.transaction((tx) =>
    fillSmall(tx, clock, storage, (inner, names) => insertCrowd(inner, names, size, present)),
  );
  return { ...report, counts: size };
}

const inChannels = allTalk.filter(({ where }) => typeof where === 'string');

/** What the small sample brings to the large one. */
const present: SampleSize = {
  users: people.length,
  channels: channels.length,
  messages: allTalk.flatMap(({ lines }) => lines).length,
  topics: new Set(inChannels.map(({ where, topic }) => JSON.stringify([where, topic]))).size,
  drafts: sampleDrafts.filter(({ owner }) => owner === 'hanna').length,
};
