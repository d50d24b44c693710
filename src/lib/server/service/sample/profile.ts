import { fieldTypes } from '$lib/api/profile-fields';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import type { DatabaseTransaction } from '../db/store';
import { defaultExternalAccounts } from '../profile/external-accounts';
import type { SampleIds } from './sample-ids';

const deskChoices = { lisbon: 'Lisbon', home: 'At home', road: 'Wherever the train is' };
const choices = Object.entries(deskChoices).map(([key, text], i) => [
  key,
  { text, order: `${i + 1}` },
]);

/** One field of each type, in display order. */
const fields = {
  pronouns: {
    type: fieldTypes.pronouns,
    name: 'Pronouns',
    hint: 'What should we say when you are not in the room?',
    display_in_profile_summary: true,
  },
  phone: {
    type: fieldTypes.short_text,
    name: 'Phone',
    hint: 'For days on which something is stuck at a border.',
  },
  about: { type: fieldTypes.long_text, name: 'Ask me about', hint: 'Markdown is welcome.' },
  desk: {
    type: fieldTypes.select,
    name: 'Desk',
    field_data: JSON.stringify(Object.fromEntries(choices)),
    display_in_profile_summary: true,
    required: true,
  },
  since: { type: fieldTypes.date, name: 'With us since', editable_by_user: false },
  site: { type: fieldTypes.link, name: 'Own page' },
  stands_in: { type: fieldTypes.users, name: 'Stands in for me' },
  github: {
    type: fieldTypes.external_account,
    ...defaultExternalAccounts.github,
    field_data: JSON.stringify({ subtype: 'github' }),
  },
};
type Field = keyof typeof fields;

/** By handle. User fields contain handles. */
const answers: Readonly<
  Record<string, Partial<Record<Exclude<Field, 'stands_in'>, string>> & { stands_in?: string[] }>
> = {
  ines: {
    pronouns: 'she/her',
    phone: '+351 21 555 0101',
    about: 'Why *every* book needs somebody who **would carry it home**.',
    desk: 'lisbon',
    since: '2016-03-01',
    stands_in: ['marek', 'ruth'],
  },
  marek: { pronouns: 'he/him', desk: 'home', since: '2017-09-01', github: 'ternandtallow-marek' },
  ruth: { phone: '+44 20 7946 0018', desk: 'home', since: '2018-01-15', stands_in: ['ines'] },
  adaeze: {
    pronouns: 'she/her',
    about: 'Kind refusals; *Slack Water*; where the second comma goes.',
    desk: 'home',
    since: '2018-04-01',
    stands_in: ['hanna'],
  },
  kenji: {
    desk: 'home',
    since: '2018-11-05',
    site: 'https://kenji.ternandtallow.example/drawings',
  },
  hanna: {
    pronouns: 'she/her',
    phone: '+46 8 555 014 20',
    about: 'Islands, drizzle, captions of up to 150 characters. **Not** about hats.',
    desk: 'road',
    since: '2019-02-04',
    site: 'https://hanna.ternandtallow.example/islands',
    stands_in: ['zsofia', 'adaeze'],
  },
  tomas: {
    pronouns: 'he/him',
    phone: '+598 2 555 7788',
    about: 'Schedules, and what can still be saved.',
    desk: 'home',
    since: '2019-05-20',
    stands_in: ['kaarel'],
  },
  layla: { pronouns: 'هي', about: 'كلمات أعرناها ولم تعد.', desk: 'home', since: '2020-06-01' },
  wren: { pronouns: 'they/them', about: 'The ghost book.', desk: 'road', since: '2021-03-08' },
  aleksi: { desk: 'home', since: '2020-10-12', github: 'ternandtallow-aleksi' },
  anneliese: { pronouns: 'sie/ihr', phone: '+49 30 5550 4711', desk: 'home', since: '2021-08-02' },
  beatrix: { about: 'Cross-references to books that do not exist.', desk: 'home' },
};

const marked: readonly number[] = [fieldTypes.short_text, fieldTypes.long_text];

export async function insertProfiles(tx: DatabaseTransaction, names: SampleIds): Promise<void> {
  const keys = Object.keys(fields) as Field[];
  const rows = await tx
    .insert(profileFields)
    .values(keys.map((key, order) => ({ ...fields[key], realm_id: names.realm_id, order })))
    .returning({ id: profileFields.id });
  const values = Object.entries(answers).flatMap(([handle, given]) =>
    keys.flatMap((key, i) => {
      const answer = given[key];
      if (answer === undefined) return [];
      const value = typeof answer === 'string' ? answer : JSON.stringify(answer.map(names.user));
      return {
        user_id: names.user(handle),
        field_id: rows[i]?.id ?? 0,
        value,
        rendered_value: marked.includes(fields[key].type) ? names.render(value).html : null,
      };
    }),
  );
  await tx.insert(profileValues).values(values);
}
