import { scheduledMessages } from '../db/schema/scheduled';
import type { DatabaseTransaction } from '../db/store';
import { colleagueTexts, type SampleDestination } from './colleague-texts';
import type { SampleIds } from './sample-ids';

export interface SampleScheduledMessage {
  readonly owner: string;
  readonly to: SampleDestination;
  readonly topic?: string;
  /** Days after the sample is created. Negative for the failed one. */
  readonly days: number;
  /** Time of day in UTC. */
  readonly at: string;
  /** How many times it is sent, a week apart. */
  readonly times?: number;
  readonly content: string;
  readonly failed?: { readonly code: string; readonly reason: string };
}

const day = 86_400_000;
const atlas = 'The Atlas of Small Islands: maps, captions, index';

/**
 * Hanna's show what can happen to a scheduled message. The one to `announcements` will be refused.
 */
export const sampleScheduled: readonly SampleScheduledMessage[] = [
  {
    owner: 'hanna',
    to: 'autumn fair',
    topic: 'After the fair',
    ...{ days: -2, at: '07:00' },
    content: 'The contact list is complete: 61 names, and a note where each of them likes to sit.',
    failed: { code: 'CHANNEL_ARCHIVED', reason: "Channel 'autumn fair' is archived" },
  },
  {
    owner: 'hanna',
    to: ['tomas'],
    ...{ days: 1, at: '11:45' },
    content:
      'Good morning over there: captions 41–50 are in the folder, goat included. Coffee first.',
  },
  {
    owner: 'hanna',
    to: 'announcements',
    topic: 'Autumn list is final',
    ...{ days: 2, at: '08:00' },
    content: 'From today the harbour master’s quote is on the front cover of the atlas.',
  },
  {
    owner: 'hanna',
    to: 'editorial',
    topic: 'Reading reports, this month',
    ...{ days: 3, at: '07:30', times: 5 },
    content: 'Reading hour at ten. Bring **one** manuscript and one sentence about it.',
  },
  {
    owner: 'hanna',
    to: ['adaeze', 'ines'],
    ...{ days: 5, at: '13:00' },
    content: 'It’s the day of the small series: which name survived the night?',
  },
  {
    owner: 'hanna',
    to: atlas,
    topic: 'Second proofs are in',
    ...{ days: 9, at: '06:30' },
    content:
      'Last round for the plates:\n\n- [ ] 47 Isla Cernícalo\n- [ ] 52 Hundholmen\n- [ ] 63 Pulau Tiga Batu\n\nWhat is not marked by tonight is as it should be.',
  },
  {
    owner: 'tomas',
    to: 'production',
    topic: 'Schedule to the end of the year',
    ...{ days: 2, at: '12:00', times: 4 },
    content: 'Slots of the week: who is late says so here, today, without blushing.',
  },
  {
    owner: 'tomas',
    to: ['kaarel'],
    ...{ days: 1, at: '13:30' },
    content: 'If the first section is dry, could you fold one by hand and send a picture?',
  },
  ...Object.entries(colleagueTexts).map(([owner, { later }]) => ({ owner, ...later })),
];

export async function insertScheduled(tx: DatabaseTransaction, names: SampleIds): Promise<void> {
  const rows = sampleScheduled.flatMap(({ owner, to, times = 1, failed, ...message }) =>
    Array.from({ length: times }, (_nothing, week) => {
      const moment = timeOf(names.now, message.days + 7 * week, message.at);
      const isInChannel = typeof to === 'string';
      return {
        realm_id: names.realm_id,
        user_id: names.user(owner),
        type: isInChannel ? ('stream' as const) : ('private' as const),
        to: isInChannel ? [names.channel(to)] : to.map(names.user),
        topic: message.topic ?? '',
        content: message.content,
        rendered_content: names.render(message.content).html,
        scheduled_delivery_timestamp: moment / 1000,
        read_by_sender: true,
        client: 'website',
        ...(failed && {
          failed: true,
          failure_code: failed.code,
          failure_reason: failed.reason,
          failed_at: new Date(moment),
        }),
      };
    }),
  );
  await tx.insert(scheduledMessages).values(rows);
}

function timeOf(now: number, days: number, at: string): number {
  const date = new Date(now + days * day).toISOString().slice(0, 10);
  return Date.parse(`${date}T${at}:00Z`);
}
