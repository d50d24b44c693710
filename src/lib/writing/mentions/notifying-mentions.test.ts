import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notifyingMentions } from './notifying-mentions';

const kinds = (content: string) =>
  notifyingMentions(content).map(({ kind, name }) => `${kind} ${name}`);

describe('notifyingMentions', () => {
  it('finds people, groups and wildcards, each once', () => {
    expect(
      notifyingMentions(
        '@**Ada** @**Ada|7** @**|8** @*core* @**all** @**topic** @**Ada** a@**channel**',
      ),
    ).toEqual([
      { kind: 'person', name: 'Ada', id: undefined },
      { kind: 'person', name: 'Ada', id: 7 },
      { kind: 'person', name: '', id: 8 },
      { kind: 'group', name: 'core' },
      { kind: 'everyone', name: 'all' },
      { kind: 'topic', name: 'topic' },
      { kind: 'everyone', name: 'channel' },
    ]);
  });

  it('skips silent mentions, code and quotes', () => {
    expect(kinds('@_**Ada** @_*core* `@**all**` ``a ` @**all**`` @ **all** @**a\nb**')).toEqual([]);
    expect(kinds('```\n@**all**\n```\n~~~ py\n@**all**\n```\n@**all**')).toEqual([]);
    expect(kinds('> @**all**\n  > @**all**')).toEqual([]);
    expect(kinds('```quote\n@**all**\n~~~spoiler\n@**all**\n~~~\n@**all**\n```')).toEqual([]);
    expect(kinds('- ```\n  @**all**\n  ```')).toEqual([]);
  });

  it('continues after them, and reads spoilers', () => {
    expect(kinds('```\nx\n```\n@**all**')).toEqual(['everyone all']);
    expect(kinds('- ```\n  x\n  ```\n@**all**')).toEqual(['everyone all']);
    expect(kinds('> x\n\n@**all**')).toEqual(['everyone all']);
    expect(kinds('`x` @**all** `y`')).toEqual(['everyone all']);
    expect(kinds('a ` b @**all**')).toEqual(['everyone all']);
    expect(kinds('```spoiler @**topic**\n@**all**\n```')).toEqual(['topic topic', 'everyone all']);
    // This opens a code block: further words can follow its language.
    expect(kinds('``` some words\n@**all**')).toEqual([]);
    expect(kinds('```js title="@**topic**"\n@**all**\n```\n@**x**')).toEqual(['person x']);
    expect(kinds('```Quote\n@**all**\n```')).toEqual([]);
    expect(kinds('```js `x`\n@**all**')).toEqual(['everyone all']);
    expect(kinds('```quote\n```js\n@**all**\n```\n```\n@**topic**')).toEqual(['topic topic']);
  });

  it('misses none in plain text, at any position', () => {
    const plain = fc.stringMatching(/^[\w .,\n*_#-]{0,40}$/);
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        const found = notifyingMentions(`${before}\n@**all** ${after.replaceAll('*', '')}`);
        expect(found).toContainEqual({ kind: 'everyone', name: 'all' });
      }),
    );
  });

  it('reads widely spaced list markers only once', () => {
    expect(kinds(`${'-    '.repeat(60)}@**all**`)).toEqual(['everyone all']);
  });

  it('never fails on meaningless characters', () => {
    const sign = fc.constantFrom('`', '```', '~~~', '\n', '> ', '@**', '**', '@*', '*', 'all', ' ');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        expect(Array.isArray(notifyingMentions(signs.join('')))).toBe(true);
      }),
    );
  });
});
