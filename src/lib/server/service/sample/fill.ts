import type { Clock } from '../clock';
import type { Store } from '../db/store';
import { channels } from './channels';
import { sampleDrafts } from './drafts';
import { insertCrowd, largeSize } from './large';
import { people } from './people';
import type { SampleReport } from './report';
import { fillSmall } from './small';
import { allTalk } from './talk/all';

/** One transaction: a sample is there whole or not at all. */
export function fillSample(
  store: Store,
  clock: Clock,
  size: 'small' | 'large',
): Promise<SampleReport> {
  return store.transaction(async (tx) => {
    if (size === 'small') return fillSmall(tx, clock);
    const report = await fillSmall(tx, clock, (inner, names) => insertCrowd(inner, names, present));
    return { ...report, counts: largeSize };
  });
}

const inChannels = allTalk.filter(({ where }) => typeof where === 'string');

/** What the small sample brings to the large one. */
const present = {
  users: people.length,
  channels: channels.length,
  messages: allTalk.flatMap(({ lines }) => lines).length,
  topics: new Set(inChannels.map(({ where, topic }) => JSON.stringify([where, topic]))).size,
  drafts: sampleDrafts.filter(({ owner }) => owner === 'hanna').length,
};
