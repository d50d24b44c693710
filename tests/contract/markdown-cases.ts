import { readFile } from 'node:fs/promises';
import { loadEngines } from '../../src/lib/server/service/markdown/engines';
import { renderMarkdown } from '$lib/server/service/markdown/render';
import { noReferences } from '$lib/server/service/markdown/state';

// Loaded here and not in the function, because a later import no longer finds its loader.
const engines = await loadEngines('```js\n```\n$$1$$ <time:1>');

interface Reference {
  readonly cases: readonly {
    readonly name: string;
    readonly input: string;
    readonly expected_output: string;
    readonly translate_emoticons?: boolean;
  }[];
  readonly links: readonly {
    readonly input: string;
    readonly expected_output: string;
    readonly linked_text: string;
  }[];
}

/**
 * Compares our HTML with another server's, from a file of inputs and outputs. Ignores invisible
 * white space and classes of code highlighting. Prints each difference and returns how many cases
 * agree and how many there are.
 */
export async function compare(path: string): Promise<{ agree: number; of: number }> {
  const reference = JSON.parse(await readFile(path, 'utf8')) as Reference;
  let agree = 0;
  for (const { name, input, expected_output, translate_emoticons } of reference.cases) {
    const { html } = renderMarkdown(input, {
      ...noReferences,
      baseUrl: 'http://zulip.testserver',
      translateEmoticons: translate_emoticons ?? false,
      engines,
    });
    if (comparable(html) === comparable(expected_output)) agree++;
    else console.log(`${name}\n  theirs ${expected_output}\n  ours   ${html}`);
  }
  for (const { input, expected_output, linked_text } of reference.links) {
    const { html } = renderMarkdown(input);
    const ours = html.replaceAll(/<a href="[^"]*">(.*?)<\/a>/g, (_all, text: string) => text);
    const linked = [...html.matchAll(/<a href="[^"]*">(.*?)<\/a>/g)].map(([, text]) => text);
    const theirs = expected_output.replace('%s', linked_text);
    const expected = expected_output.includes('%s') ? [linked_text] : [];
    if (ours === theirs && linked.join() === expected.join()) agree++;
    else console.log(`link ${input}\n  theirs ${expected.join()} in ${theirs}\n  ours   ${html}`);
  }
  return { agree, of: reference.cases.length + reference.links.length };
}

function comparable(html: string): string {
  return html
    .replaceAll(/<span class="[a-z]{1,2}[0-9]?">([^<]*)<\/span>/g, '$1')
    .replaceAll(/(\.\d{3})\d+em/g, '$1em')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      / ?(<\/?(?:p|ul|ol|li|blockquote|div|br|table|thead|tbody|tr|h[1-6])[ >/]) ?/g,
      '$1',
    )
    .replaceAll(/> /g, '>')
    .trim();
}
