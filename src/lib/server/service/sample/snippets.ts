import { savedSnippets } from '../db/schema/saved-snippets';
import type { DatabaseTransaction } from '../db/store';
import { colleagueTexts } from './colleague-texts';
import type { SampleIds } from './sample-ids';

export interface SampleSnippet {
  readonly owner: string;
  readonly title: string;
  readonly content: string;
}

const day = 86_400_000;

/** Hanna's use each kind of placeholder. */
export const sampleSnippets: readonly SampleSnippet[] = [
  {
    owner: 'hanna',
    title: 'Answer to an author',
    content:
      'Dear {recipient},\n\nthank you for *{ask: Title of the manuscript}*. We read everything, and slowly: you will hear from us by {ask: By when}.\n\n{cursor}\n\nKind regards,\n{me}',
  },
  {
    owner: 'hanna',
    title: 'Caption is too long',
    content:
      'Caption {ask: Plate} has {ask: Characters} characters, and 150 fit. Which half shall go: the {choose: depth|lighthouse|goat}?\n\n> {selection}',
  },
  {
    owner: 'hanna',
    title: 'Stand-up',
    content: '**{date}**\n- Yesterday: {ask: Yesterday}\n- Today: {cursor}\n- In the way: nothing',
  },
  {
    owner: 'hanna',
    title: 'Source, please',
    content: 'Where is this from? I need a source for {clipboard} before {topic} can go to print.',
  },
  {
    owner: 'hanna',
    title: 'Meeting notes',
    content:
      '### {ask: What it was about}, {date} {time}\n\n1. Decided: {cursor}\n2. Open: \n3. Next time: {choose: Monday|Thursday}, here in {channel}',
  },
  {
    owner: 'tomas',
    title: 'Sent to print',
    content:
      '**TT-{ask: Title number}** went to {choose: Kaarel|the second printer} on {date} at {time}. Changes from now on cost cake.',
  },
  {
    owner: 'tomas',
    title: 'Late',
    content: '{ask: What} will be {choose: a day|two days|a week} late, because {cursor}',
  },
  ...Object.entries(colleagueTexts).map(([owner, { snippet }]) => ({ owner, ...snippet })),
];

export async function insertSnippets(tx: DatabaseTransaction, names: SampleIds): Promise<void> {
  await tx.insert(savedSnippets).values(
    sampleSnippets.map(({ owner, title, content }, i) => ({
      user_id: names.user(owner),
      title,
      content,
      date_created: new Date(names.now - (120 - i * 4) * day),
    })),
  );
}
