import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fencedSnippet, snippetsIn } from './snippet-fence';
import { trimSnippetText } from './snippet-text';

const line = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  fc.constantFrom('```', '````', '```quote', '~~~', '   ```', '```snippet x'),
);

describe('a snippet as a block', () => {
  it('is read back unchanged, whatever fences it contains', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const snippet = trimSnippetText({ title: 'Order received', content: lines.join('\n') });
        fc.pre(snippet.content !== '');
        const message = `Before\n\n${fencedSnippet(snippet)}\n\nAfter`;
        expect(snippetsIn(message)).toEqual([snippet]);
      }),
    );
  });

  it('is recognized in a message only by its info word', () => {
    expect(snippetsIn('```js\nsnippet\n```\n~~~ snippet Two words\nText\n~~~\nsnippet')).toEqual([
      { title: 'Two words', content: 'Text' },
    ]);
    expect(snippetsIn('```snippet\nFirst line\nSecond')).toEqual([
      { title: 'First line', content: 'First line\nSecond' },
    ]);
    expect(snippetsIn('```snippet x\n\n```')).toEqual([]);
    expect(snippetsIn('```snippets x\ny\n```')).toEqual([]);
  });
});
