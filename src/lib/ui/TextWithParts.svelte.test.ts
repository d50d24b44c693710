import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TextWithParts from './TextWithParts.svelte';

const element = (html: string) => createRawSnippet(() => ({ render: () => html }));
const parts = { actor: element('<b>Ada</b>'), what: element('<i>#design</i>') };

it.each([
  [
    'in the order of the message',
    ({ actor, what }: Record<'actor' | 'what', string>) => `${actor} created ${what}.`,
    '<b>Ada</b> created <i>#design</i>.',
  ],
  [
    'in another order',
    ({ actor, what }: Record<'actor' | 'what', string>) => `${what}: von ${actor} erstellt`,
    '<i>#design</i>: von <b>Ada</b> erstellt',
  ],
  [
    'and leaves out those that the message does not use',
    ({ actor }: Record<'actor' | 'what', string>) => `${actor} joined`,
    '<b>Ada</b> joined',
  ],
])('puts the parts where the placeholders are, %s', async (_how, message, html) => {
  const { container } = await render(TextWithParts<'actor' | 'what'>, { message, parts });
  await expect.element(page.getByText('Ada')).toBeVisible();
  expect(container.innerHTML.replace(/<!--.*?-->/g, '')).toBe(html);
});
