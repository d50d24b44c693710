import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name) && !name.startsWith(join('lib', 'paraglide')))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

it('contains no text that nothing uses', () => {
  const texts = read('messages/en', /\.json$/).flatMap((json) =>
    Object.keys(JSON.parse(json) as object).filter((name) => !name.startsWith('$')),
  );
  const shown = read('src', /(?<!\.test)\.(?:ts|svelte)$/).join('\n');
  const used = new Set(shown.match(/(?<=\bm\.)\w+/g));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((name) => !used.has(name))).toEqual([]);
});

/** Have the same English text as one of `ui.json`, but another meaning or grammatical role. */
const homonyms: ReadonlySet<string> = new Set([
  // The sender before a message, and a recipient; `ui_you` is a badge.
  'conversation_you',
  'compose_person_self',
  // Settings; `ui_toasts` is the name of the region where the app shows messages.
  'channels_notifications',
  'settings_section_notifications',
  // States of a message; `ui_scheduled` is the name of the page.
  'calendar_state_scheduled',
  'drafts_bin_scheduled',
  // Skin tones; `ui_dark` and `ui_light` are themes.
  'emoji_tone_dark',
  'emoji_tone_light',
  // How an entry of the history came about; `ui_marked_read` confirms what was just done.
  'marks_by_decision',
  // A file with the whole organization; `ui_picture_save` saves the image on screen.
  'organization_export_download',
]);

it('has shared words once, in ui.json', () => {
  const texts = (json: string) =>
    Object.entries(JSON.parse(json) as object).map(
      ([name, text]) => [name, JSON.stringify(text)] as const,
    );
  const shared = new Set(
    texts(readFileSync('messages/en/ui.json', 'utf8')).map(([, text]) => text),
  );
  const others = read('messages/en', /^(?!ui\.).*\.json$/)
    .flatMap(texts)
    .filter(([name]) => !name.startsWith('$'));
  const repeated = others.filter(([, text]) => shared.has(text)).map(([name]) => name);
  expect(repeated.toSorted()).toEqual([...homonyms].toSorted());
});
