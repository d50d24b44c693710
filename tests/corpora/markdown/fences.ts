import type { Case } from './references';

const plain = (language: string) =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>x\n</code></pre></div>`;
const closed = (opening: string, language: string, fence = '```'): Case => [
  `${opening}\nx\n${fence}\nafter`,
  `${plain(language)}\n<p>after</p>`,
];
const quoted = '<blockquote>\n<p>x</p>\n</blockquote>\n<p>after</p>';

/**
 * What opens a block: a language, in braces or with a point before it, and behind it whatever holds no
 * tilde and no back-tick; words of the dialect in any case. Source: `FENCE_RE` and `generic_handler` of
 * zulip/zulip, zerver/lib/markdown/fenced_code.py. The openings are those of public READMEs.
 */
export const fences: readonly Case[] = [
  closed('```js title="x.js"', 'JavaScript'),
  closed('```rust,ignore', 'rust,ignore'),
  closed('```diff -u', 'Diff'),
  closed('```bash {cmd=true}', 'Bash'),
  closed('```{r, echo=FALSE}', 'r,'),
  closed('```ts twoslash', 'TypeScript'),
  closed('```js{1,3}', 'JavaScript'),
  closed('~~~js title', 'JavaScript', '~~~'),
  closed('``` two words', 'two'),
  closed('```snippet Order received', 'snippet'),
  ['```Quote\nx\n```\nafter', quoted],
  ['```QUOTED by Ada\nx\n```\nafter', quoted],
  ['```Math\nx^2\n```', '<p><math-block/></p>'],
  [
    '```Spoiler The end\nx\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The end</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>x</p>\n</div></div>',
  ],
  ['```js `x`\nafter', '<p>```js <code>x</code><br>\nafter</p>'],
  ['~~~js ~x\nafter', '<p>~~~js ~x<br>\nafter</p>'],
  // Closed by the same run alone: what goes on behind it is inside.
  [
    '```quote\n```js title\nx\n```\nb\n```\nafter',
    `<blockquote>\n${plain('JavaScript')}\n<p>b</p>\n</blockquote>\n<p>after</p>`,
  ],
];
