import type { Case } from './references';

export const blocks: readonly Case[] = [
  ['* tea\n* coffee', '<ul>\n<li>tea</li>\n<li>coffee</li>\n</ul>'],
  ['- tea\n- coffee', '<ul>\n<li>tea</li>\n<li>coffee</li>\n</ul>'],
  ['+ tea', '<ul>\n<li>tea</li>\n</ul>'],
  ['Buy:\n* tea\n* coffee', '<p>Buy:</p>\n<ul>\n<li>tea</li>\n<li>coffee</li>\n</ul>'],
  ['1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['1. one\n1. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['4. four\n5. five', '<ol start="4">\n<li>four</li>\n<li>five</li>\n</ol>'],
  ['List:\n1. one\n2. two', '<p>List:</p>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['1. a\n  1. b\n2. c', '<ol>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n<li>c</li>\n</ol>'],
  ['1. a\n   * b', '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  [
    '10. ten\n  1. under ten',
    '<ol start="10">\n<li>ten\n<ol>\n<li>under ten</li>\n</ol>\n</li>\n</ol>',
  ],
  [
    '* a\n  * b\n    * c',
    '<ul>\n<li>a\n<ul>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>',
  ],
  [
    '* a\n  4. b\n  5. c',
    '<ul>\n<li>a\n<ol start="4">\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n</ul>',
  ],
  ['So:\n4. four', '<p>So:</p>\n<ol start="4">\n<li>four</li>\n</ol>'],
  ['In\n1984. a book', '<p>In<br>\n1984. a book</p>'],
  ['>\n>\ntext\nmore', '<blockquote>\n<p>text<br>\nmore</p>\n</blockquote>'],
  ['>\ntext\n\nafter', '<blockquote>\n<p>text</p>\n</blockquote>\n<p>after</p>'],
  ['1. [x] one', '<ol>\n<li>☑ one</li>\n</ol>'],
  ['[x] no item', '<p>[x] no item</p>'],
  ['* a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
  [
    '* a\n\n  more of a\n* b',
    '<ul>\n<li>\n<p>a</p>\n<p>more of a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>',
  ],
  ['* a\nstill a', '<ul>\n<li>a<br>\nstill a</li>\n</ul>'],
  [
    '1. a\n\n   para\n\n2. b',
    '<ol>\n<li>\n<p>a</p>\n<p>para</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>',
  ],
  ['- [ ] open\n- [x] done', '<ul>\n<li>☐ open</li>\n<li>☑ done</li>\n</ul>'],
  ['* ', '<ul>\n<li></li>\n</ul>'],
  ['1986. A great year', '<ol start="1986">\n<li>A great year</li>\n</ol>'],
  ['1) no list', '<p>1) no list</p>'],
  ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
  ['> said\n> twice', '<blockquote>\n<p>said<br>\ntwice</p>\n</blockquote>'],
  ['> said\nlazily', '<blockquote>\n<p>said<br>\nlazily</p>\n</blockquote>'],
  ['> a\n\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
  ['> > deep', '<blockquote>\n<blockquote>\n<p>deep</p>\n</blockquote>\n</blockquote>'],
  ['>', '<p>&gt;</p>'],
  ['>no space', '<blockquote>\n<p>no space</p>\n</blockquote>'],
  [
    '> * in a quote\n> * list',
    '<blockquote>\n<ul>\n<li>in a quote</li>\n<li>list</li>\n</ul>\n</blockquote>',
  ],
  ['> # Title', '<blockquote>\n<h1>Title</h1>\n</blockquote>'],
  ['he said\n> and so on', '<p>he said</p>\n<blockquote>\n<p>and so on</p>\n</blockquote>'],
  ['```quote\nwords\n```\nanswer', '<blockquote>\n<p>words</p>\n</blockquote>\n<p>answer</p>'],
  [
    '~~~ quote\nwords **loud**\n\nmore\n~~~',
    '<blockquote>\n<p>words <strong>loud</strong></p>\n<p>more</p>\n</blockquote>',
  ],
  [
    '````quote\n```quote\ninner\n```\nouter\n````',
    '<blockquote>\n<blockquote>\n<p>inner</p>\n</blockquote>\n<p>outer</p>\n</blockquote>',
  ],
  ['```quote\n* a\n* b\n```', '<blockquote>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</blockquote>'],
  ['```quote\nnot closed', '<blockquote>\n<p>not closed</p>\n</blockquote>'],
  ['```quoted\nalso\n```', '<blockquote>\n<p>also</p>\n</blockquote>'],
  [
    '```spoiler The end\nThe goat did it.\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The end</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>The goat did it.</p>\n</div></div>',
  ],
  [
    '```spoiler\nNo header\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>No header</p>\n</div></div>',
  ],
  [
    '```spoiler **Bold** `code`\n* a\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p><strong>Bold</strong> <code>code</code></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<ul>\n<li>a</li>\n</ul>\n</div></div>',
  ],
  [
    '```spoiler a\n```quote\nb\n```\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<blockquote>\n<p>b</p>\n</blockquote>\n</div></div>',
  ],
  [
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    'a | b\n--|--\n1 | 2',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '| l | c | r |\n|:--|:-:|--:|\n| 1 | 2 | 3 |',
    '<table>\n<thead>\n<tr>\n<th style="text-align: left;">l</th>\n<th style="text-align: center;">c</th>\n<th style="text-align: right;">r</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;">3</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '| a |\n| - |\n| **b** `c` |',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>b</strong> <code>c</code></td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '| a | b |\n|---|---|\n| 1 |',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td></td>\n</tr>\n</tbody>\n</table>',
  ],
  ['| no table |', '<p>| no table |</p>'],
  [
    '| a\\|b | `c|d` | e&#124;f |\n|---|---|---|\n| ``g`|`` | `h | i` | j`\\| |',
    '<table>\n<thead>\n<tr>\n<th>a\\|b</th>\n<th><code>c|d</code></th>\n<th>e|f</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>g`|</code></td>\n<td><code>h | i</code></td>\n<td>j`\\|</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '    indented code',
    '<div class="codehilite"><pre><span></span><code>indented code\n</code></pre></div>',
  ],
  ['text\n    not code', '<p>text<br>\n    not code</p>'],
  [
    '* a\n\n      code in item',
    '<ul>\n<li>\n<p>a</p>\n<div class="codehilite"><pre><span></span><code>code in item\n</code></pre></div>\n</li>\n</ul>',
  ],
  [
    '    &"\'<>',
    '<div class="codehilite"><pre><span></span><code>&amp;&quot;&#39;&lt;&gt;\n</code></pre></div>',
  ],
  // Two spaces nest a list in a numbered one, level by level, as in zulip/zulip's own cases.
  [
    '1. a\n  1. b\n    1. c\n    1. d\n  1. e\n1. f',
    '<ol>\n<li>a\n<ol>\n<li>b\n<ol>\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n<li>e</li>\n</ol>\n</li>\n<li>f</li>\n</ol>',
  ],
  [
    '1. a\n  2. b\n    - c\n      - d',
    '<ol>\n<li>a\n<ol start="2">\n<li>b\n<ul>\n<li>c\n<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>\n</li>\n</ol>\n</li>\n</ol>',
  ],
  [
    '1. a\n  1. b\n    ```\n    if x:\n        y\n    ```\n  1. c',
    '<ol>\n<li>a\n<ol>\n<li>b<div class="codehilite"><pre><span></span><code>if x:\n    y\n</code></pre></div>\n</li>\n<li>c</li>\n</ol>\n</li>\n</ol>',
  ],
  [
    '| who | what |\n| --- | --- |\n| @**Kim|31** | x |',
    '<table>\n<thead>\n<tr>\n<th>who</th>\n<th>what</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><span class="user-mention" data-user-id="31">@Kim</span></td>\n<td>x</td>\n</tr>\n</tbody>\n</table>',
  ],
];
