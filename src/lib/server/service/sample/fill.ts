import type { ServiceClock } from '../clock';
import type { DatabaseStore } from '../db/store';
import type { FileStorage } from '../storage/storage';
import { sampleChannels } from './channels';
import { sampleDrafts } from './drafts';
import { insertLargeSample, largeSize, type SampleSize } from './large';
import { sampleUsers } from './people';
import type { SampleReport } from './report';
import { fillSmallSample } from './small';
import { allConversations } from './conversations/all';

/** Uses one transaction, so that a sample is either complete or absent. */
export function fillSample(
  store: DatabaseStore,
  clock: ServiceClock,
  size: 'small' | 'large',
  storage: Pick<FileStorage, 'write'>,
): Promise<SampleReport> {
  return size === 'large'
    ? fillLargeSample(store, clock, largeSize, storage)
    : store.transaction((tx) => fillSmallSample(tx, clock, storage));
}

/** Fills a sample of the given size, which must exceed the small one's. */
export async function fillLargeSample(
  store: DatabaseStore,
  clock: ServiceClock,
  size: SampleSize,
  storage: Pick<FileStorage, 'write'>,
): Promise<SampleReport> {
  const report = await store.transaction((tx) =>
    fillSmallSample(tx, clock, storage, (inner, names) =>
      insertLargeSample(inner, names, size, present),
    ),
  );
  return { ...report, counts: size };
}

const inChannels = allConversations.filter(({ where }) => typeof where === 'string');

/** Size of the small sample, which is part of the large one. */
const present: SampleSize = {
  users: sampleUsers.length,
  channels: sampleChannels.length,
  messages: allConversations.flatMap(({ lines }) => lines).length,
  topics: new Set(inChannels.map(({ where, topic }) => JSON.stringify([where, topic]))).size,
  drafts: sampleDrafts.filter(({ owner }) => owner === 'hanna').length,
};
