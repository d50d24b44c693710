import domino from '@mixmark-io/domino';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied } from '../../../../../tests/support/applied';
import { aChannel } from '../../../../../tests/support/state';
import ownMessages from '../../../../../tests/corpora/own-messages.json';
import { corpusReferences } from '../../../../../tests/corpora/markdown/references';
import { loadEngines } from '../../../server/service/markdown/engines';
import { renderMarkdown } from '../../../server/service/markdown/render';
import { referenceFromLink } from './handle-paste';
import { pasteEdit, type ClipboardContent } from './handle-paste';
import { toMarkdown as convert } from './to-markdown';

const toMarkdown = (html: string, isShared = () => false) =>
  convert(html, { parse: (text) => domino.createDocument(text), isShared });

describe('HTML to Markdown', () => {
  it.each([
    ['<p>a <b>bold</b> and <i>slanted</i> <s>old</s></p>', 'a **bold** and *slanted* ~~old~~'],
    [
      '<b style="font-weight:normal"><p>plain <span style="font-weight: 700">bold</span></p></b>',
      'plain **bold**',
    ],
    ['<ul><li>tea</li><li>cake<ul><li>lemon</li></ul></li></ul>', '- tea\n- cake\n    - lemon'],
    ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
    ['<a href="https://example.com/a">there</a>', '[there](https://example.com/a)'],
    ['<a href="https://example.com/a">https://example.com/a</a>', 'https://example.com/a'],
    ['<a href="javascript:alert(1)">there</a>', 'there'],
    [
      '<table><tr><th>a</th><th>b|c</th></tr><tr><td><code>1|2</code></td><td>3</td></tr></table>',
      '| a | b&#124;c |\n| --- | --- |\n| `1|2` | 3 |',
    ],
    [
      '<p>snake_case * [1] C:\\new</p><p>1. one</p><p># 2</p>',
      'snake_case * [1] C:\\new\n\n1. one\n\n# 2',
    ],
    ['<p>so<br>long</p>', 'so\nlong'],
    ['<p>no</p><!--StartFragment--><b>a</b><!--EndFragment--><p>no</p>', '**a**'],
    ['<!--EndFragment--><!--StartFragment--><b>a</b>', '**a**'],
    [
      '<a href="https://example.com/a_(b)" title="A tip">a_b</a>',
      '[a_b](https://example.com/a_(b))',
    ],
    ['<a href="https://example.com/a(b c">[x</a>', '[x](https://example.com/a%28b%20c)'],
    ['<a href="https://example.com/">a [b]</a>', '[a [b]](https://example.com/)'],
    ['<pre><code class="language-js">a\n```\nb</code></pre>', '````js\na\n```\nb\n````'],
    [
      '<img src="https://example.com/x.png" alt="A [x]"><img src="data:,x">',
      '[A  x](https://example.com/x.png)',
    ],
    // Google Docs: lists in lists, paragraphs in items, styles.
    [
      '<b style="font-weight:normal"><p><span style="font-style: italic">a</span></p><ul><li><p>one</p></li><li><p>two</p></li><ul><li><p>sub</p></li></ul></ul></b>',
      '*a*\n\n- one\n- two\n    - sub',
    ],
    // Word: a list is a series of paragraphs.
    [
      "<p>Hi</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>one</p><p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1)<span>&nbsp;</span></span>sub</p><p>so</p>",
      'Hi\n\n- one\n    1. sub\n\nso',
    ],
    // Mail: each line is a div.
    ['<div>Hi,<div><br></div><div>one</div><div>two</div></div>', 'Hi,\n\none\ntwo'],
    // GitHub and AI assistants: tasks, buttons, titles of code, collapsible sections.
    [
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox">todo</li></ul>',
      '- [x] done\n- [ ] todo',
    ],
    [
      '<pre><div>js <button>Copy</button></div><code class="language-js">a\n\nb\n</code></pre>',
      '```js\na\n\nb\n```',
    ],
    [
      '<details><summary>More</summary><pre>x</pre></details>',
      '````spoiler More\n```\nx\n```\n````',
    ],
    [
      '<ol start="3"><li>a<pre>x\n\ny</pre></li><li>b</li></ol>',
      '3. a\n\n    ```\n    x\n\n    y\n    ```\n4. b',
    ],
    [
      '<b>a <strong>b</strong><br>c</b> <i><b>d</b></i><b> </b><b>e </b>f',
      '**a b**\n**c** ***d*** **e** f',
    ],
    // Browsers add every style of the copied text.
    [
      '<b style="font-style:normal">a</b> <i style="font-weight:400">b</i> <em style="font-style:normal">c</em> <s style="font-weight:400">d</s>',
      '**a** *b* c ~~d~~',
    ],
    ['<b><ul><li>one</li></ul></b>', '- **one**'],
    [
      '<a href="https://example.com/"><h2>Title</h2><p>Words</p></a>',
      '[Title Words](https://example.com/)',
    ],
    [
      '<img src="https://example.com/a.png" alt="">x<img src="https://example.com/b.png">',
      'x[b.png](https://example.com/b.png)',
    ],
    [
      '<table><caption>Sums</caption><tr><td>a</td><td>b</td></tr></table>',
      'Sums\n\n| a | b |\n| --- | --- |',
    ],
    ['<table><tr><td><p>only</p><p>laid out</p></td></tr></table>', 'only\n\nlaid out'],
    ['<script>alert(1)</script><style>p{}</style>ok', 'ok'],
    ['<blockquote><p>said</p></blockquote><p>so</p>', '> said\n\nso'],
  ])('%s', (html, wanted) => {
    expect(toMarkdown(html)).toBe(wanted);
  });

  it.each([
    '@**Tomas Reiner** and @_**Tomas Reiner** and @*Editors*',
    '```python\nx = 1\n```',
    '$$x^2$$',
    '- a\n- **b**\n\n> said\n\n1. one\n2. two',
    '```spoiler Why\nBecause of *this*.\n```',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '| a&#124;b | `c|d` |\n| --- | --- |\n| \\ | 2 |',
    '2 * 3 * 4 [5] \\*6',
  ])('restores the Markdown from the HTML that the server renders: %j', async (written) => {
    const references = { ...corpusReferences, engines: await loadEngines(written) };
    expect(toMarkdown(renderMarkdown(written, references).html)).toBe(written);
  });

  it('mentions people who share a name by id', () => {
    const html = renderMarkdown('@**Kim|31** @_**Kim**', corpusReferences).html;
    expect(toMarkdown(html, () => true)).toBe('@**Kim|31** @_**Kim|30**');
  });

  it.each(ownMessages)(
    'restores every syntax of Zulip’s Markdown: $written',
    async ({ written, html, back }) => {
      const references = { ...corpusReferences, engines: await loadEngines(written) };
      // The recorded HTML is the server's current output.
      expect(renderMarkdown(written, references).html).toBe(html);
      expect(toMarkdown(html)).toBe(back ?? written);
      expect(renderMarkdown(back ?? written, references).html).toBe(html);
    },
  );

  it('leaves text as it is, because Zulip’s Markdown has no escapes', () => {
    const word = fc.stringMatching(/^[!-~\u00c0-\u024f]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const text = words.join(' ');
        const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        expect(toMarkdown(`<p>${html}</p>`)).toBe(text);
      }),
    );
  });

  it('reads nested layout tables once', () => {
    const cells = '<table><tr><td>a</td><td>b</td></tr></table>';
    let html = cells;
    for (let depth = 0; depth < 40; depth++)
      html = `<table><tr><td>${html}</td><td></td></tr></table>`;
    expect(toMarkdown(html)).toBe('| a | b |\n| --- | --- |');
  });

  it('loses no word, however elements are nested', () => {
    const openings = [
      'p',
      'div',
      'b',
      'em',
      's',
      'blockquote',
      'h2',
      'pre',
      'code',
      'details',
      'summary',
      'li',
      'td',
      'span style="font-weight:700"',
      'a href="https://example.com/"',
      'p style="mso-list:l0 level2"',
    ];
    const lists = ['ul', 'ol', 'table', 'tr', 'div', 'b'];
    const { tree } = fc.letrec<{ tree: string; inner: string }>((tie) => ({
      inner: fc
        .tuple(fc.constantFrom(...openings), fc.array(tie('tree'), { maxLength: 3 }))
        .map(([opening, inside]) => `<${opening}>${inside.join('')}</${opening.split(' ')[0]}>`),
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant('word '),
        tie('inner'),
        fc
          .tuple(fc.constantFrom(...lists), fc.array(tie('inner'), { maxLength: 3 }))
          .map(([list, items]) => `<${list}>${items.join('')}</${list}>`),
      ),
    }));
    const words = (text: string) => text.match(/word/g)?.length ?? 0;
    fc.assert(
      fc.property(tree, (html) => {
        expect(words(toMarkdown(html))).toBe(words(html));
      }),
    );
  });

  it('is stable: text pasted, sent, copied and pasted again stays the same', () => {
    const words = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,3}$/);
    const inline = fc.oneof(
      words,
      words.map((one) => `<b>${one}</b>`),
      words.map((one) => `<em>${one}</em>`),
      words.map((one) => `<code>${one}</code>`),
      words.map((one) => `<a href="https://example.com/">${one}</a>`),
    );
    const line = fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(' and '));
    const list = (tag: string) =>
      fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => {
        return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
      });
    const block = fc.oneof(
      line.map((one) => `<p>${one}</p>`),
      line.map((one) => `<blockquote><p>${one}</p></blockquote>`),
      words.map((one) => `<pre>${one}</pre>`),
    );
    const html = fc
      .tuple(fc.array(block, { minLength: 1, maxLength: 4 }), fc.oneof(list('ul'), list('ol')))
      .map(([blocks, one]) => [...blocks, '<p>then</p>', one].join(''));
    fc.assert(
      fc.property(html, (copied) => {
        const once = toMarkdown(copied);
        expect(toMarkdown(renderMarkdown(once, corpusReferences).html)).toBe(once);
      }),
    );
  });
});

const copied = (text: string, html = ''): ClipboardContent => ({ text, html, isCode: false });
const channels = new Map([[5, aChannel(5, { name: 'design' })]]);
const meansAt = (level: number) => ({
  toMarkdown: (html: string) => toMarkdown(html),
  referenceFromLink: (text: string) =>
    referenceFromLink(text, ['https://chat.example'], channels, level),
});
const pasted = (value: string, start: number, end: number, what: ClipboardContent, level = 250) => {
  const field = { value, start, end };
  const edit = pasteEdit(field, what, meansAt(level));
  return edit && applied(field, edit).value;
};

describe('pasting', () => {
  it('turns the selection into a link', () => {
    expect(pasted('see this', 4, 8, copied('https://example.com/a'))).toBe(
      'see [this](https://example.com/a)',
    );
    expect(pasted('see this', 4, 8, copied('no link'))).toBeNull();
  });

  it.each([
    ['https://chat.example/#narrow/channel/5-design', '#**design**'],
    [
      'https://chat.example/#narrow/stream/5-x/topic/logo.20.26.20type',
      '[#design &#62; logo &#38; type](#narrow/channel/5-design/topic/logo.20.26.20type)',
    ],
    ['https://chat.example/#narrow/channel/5-design/topic/logo/near/77', '#**design>logo@77**'],
    ['https://chat.example/#narrow/channel/9-other', null],
    ['https://else.example/#narrow/channel/5-design', null],
    ['https://chat.example/#settings', null],
  ])('recognizes links into the organization: %s', (url, wanted) => {
    expect(pasted('', 0, 0, copied(url))).toBe(wanted);
  });

  it('writes links with the operators that older servers know', () => {
    const link = copied('https://chat.example/#narrow/channel/5-design/topic/a.20.26.20b');
    expect(pasted('', 0, 0, link, 249)).toBe(
      '[#design &#62; a &#38; b](#narrow/stream/5-design/topic/a.20.26.20b)',
    );
  });

  it('makes a table from cells, and leaves everything plain in code', () => {
    const cells = copied(
      'a\tb\r\n1\t2\r\n',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
    );
    expect(pasted('', 0, 0, cells)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n');
    expect(pasted('```\n', 4, 4, cells)).toBeNull();
  });

  it.each([
    ['see |', '<h2>Title</h2>', 'see Title'],
    ['|', '<h2>Title</h2>', '## Title'],
    ['see |!', '<ul><li>one</li></ul>', 'see one!'],
    ['see |', '<p>1. one <b>two</b></p>', 'see 1. one **two**'],
    ['see |', '<ul><li>one</li><li>two</li></ul>', 'see \n- one\n- two'],
    ['see | all', '<ul><li>one</li><li>two</li></ul>', 'see \n- one\n- two\n all'],
    ['- |', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
    [
      'see|\nall',
      '<table><tr><td>a</td><td>b</td></tr></table>',
      'see\n\n| a | b |\n| --- | --- |\n\nall',
    ],
    ['see |', '<p>plain <i>words</i></p>', 'see plain *words*'],
  ])('adapts a block to the text beside it: %j %s', (text, html, wanted) => {
    const at = text.indexOf('|');
    expect(pasted(text.replace('|', ''), at, at, copied('one two', html))).toBe(wanted);
  });
});
