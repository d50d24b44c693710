import type { Case } from './references';

export const code: readonly Case[] = [
  [
    '```\nplain <text>\n```',
    '<div class="codehilite"><pre><span></span><code>plain &lt;text&gt;\n</code></pre></div>',
  ],
  [
    '~~~\ntildes\n~~~',
    '<div class="codehilite"><pre><span></span><code>tildes\n</code></pre></div>',
  ],
  [
    '```python\nprint("x")  # say\n```',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="nb">print</span>(<span class="s">&quot;x&quot;</span>)  <span class="c"># say</span>\n</code></pre></div>',
  ],
  [
    '```py\nNone\n```',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="kc">None</span>\n</code></pre></div>',
  ],
  [
    '```js\nconst a = 1;\n```',
    '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">const</span> a = <span class="mi">1</span>;\n</code></pre></div>',
  ],
  [
    '```JS\nnull\n```',
    '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="kc">null</span>\n</code></pre></div>',
  ],
  [
    '```xml\n<a b="c"/>\n```',
    '<div class="codehilite" data-code-language="XML"><pre><span></span><code><span class="nt">&lt;</span><span class="nt">a</span><span class="nt"> </span><span class="na">b</span><span class="nt">=</span><span class="s">&quot;c&quot;</span><span class="nt">/&gt;</span>\n</code></pre></div>',
  ],
  [
    '```nosuchlanguage\na b\n```',
    '<div class="codehilite" data-code-language="nosuchlanguage"><pre><span></span><code>a b\n</code></pre></div>',
  ],
  [
    '``` .css\na { color: red }\n```',
    '<div class="codehilite" data-code-language="CSS"><pre><span></span><code><span class="nt">a</span> { <span class="na">color</span>: red }\n</code></pre></div>',
  ],
  [
    '```{.python}\nx\n```',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
  ],
  [
    '```c++\nint x;\n```',
    '<div class="codehilite" data-code-language="C++"><pre><span></span><code><span class="kt">int</span> x;\n</code></pre></div>',
  ],
  [
    '```text\n*plain*\n```',
    '<div class="codehilite" data-code-language="Text only"><pre><span></span><code>*plain*\n</code></pre></div>',
  ],
  [
    '```latex\n\\pi\n```',
    '<div class="codehilite" data-code-language="TeX"><pre><span></span><code><span class="k">\\pi</span>\n</code></pre></div>',
  ],
  [
    '```\n\n\nleading and trailing\n\n\n```',
    '<div class="codehilite"><pre><span></span><code>leading and trailing\n</code></pre></div>',
  ],
  ['```\n```', '<div class="codehilite"><pre><span></span><code></code></pre></div>'],
  [
    '```python',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code></code></pre></div>',
  ],
  [
    '```python\nnot closed\nx',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">not</span> closed\nx\n</code></pre></div>',
  ],
  [
    '````\n```\ninner\n```\n````',
    '<div class="codehilite"><pre><span></span><code>```\ninner\n```\n</code></pre></div>',
  ],
  ['~~~\n```\n~~~', '<div class="codehilite"><pre><span></span><code>```\n</code></pre></div>'],
  [
    '```\na\n````\nb\n```',
    '<div class="codehilite"><pre><span></span><code>a\n````\nb\n</code></pre></div>',
  ],
  ['```not a fence here```', '<p><code>not a fence here</code></p>'],
  [
    'text\n```\ncode\n```\ntext',
    '<p>text</p>\n<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>\n<p>text</p>',
  ],
  [
    '* item\n  ```\n  code\n  ```\n* next',
    '<ul>\n<li>item<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>\n</li>\n<li>next</li>\n</ul>',
  ],
  [
    '> ```\n> code\n> ```',
    '<blockquote>\n<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>\n</blockquote>',
  ],
  [
    '```html\n<script>alert(1)</script>\n```',
    '<div class="codehilite" data-code-language="HTML"><pre><span></span><code><span class="nt">&lt;</span><span class="nt">script</span><span class="nt">&gt;</span><span class="nf">alert</span>(<span class="mi">1</span>)<span class="nt">&lt;/</span><span class="nt">script</span><span class="nt">&gt;</span>\n</code></pre></div>',
  ],
  [
    '```\n<img src=x onerror=alert(1)>\n```',
    '<div class="codehilite"><pre><span></span><code>&lt;img src=x onerror=alert(1)&gt;\n</code></pre></div>',
  ],
  [
    '```"onmouseover="alert(1)\nx\n```',
    '<p>```"onmouseover="alert(1)<br>\nx</p>\n<div class="codehilite"><pre><span></span><code></code></pre></div>',
  ],
  [
    '```diff\n+ a\n- b\n```',
    '<div class="codehilite" data-code-language="Diff"><pre><span></span><code><span class="gi">+ a</span>\n<span class="gd">- b</span>\n</code></pre></div>',
  ],
  ['```math\nx^2\n```', '<p><math-block/></p>'],
  ['~~~math\na\n\nb\n~~~', '<p><math-block/></p>\n<p><math-block/></p>'],
  ['```math\n\\error\n```', '<p><span class="tex-error">\\error</span></p>'],
  ['$$x$$', '<p><math-inline/></p>'],
  ['so $$a+b$$ and $$c$$', '<p>so <math-inline/> and <math-inline/></p>'],
  ['$$\\error{*a*}$$', '<p><span class="tex-error">$$\\error{*a*}$$</span></p>'],
  ['$5 and $6', '<p>$5 and $6</p>'],
  ['$$$', '<p>$$$</p>'],
  ['$$$$', '<p>$$$$</p>'],
  ['$$not closed', '<p>$$not closed</p>'],
  // A formula stands in one line, between no letters.
  ['$$ two\nlines $$', '<p>$$ two<br>\nlines $$</p>'],
  ['$$_$$', '<p>$$_$$</p>'],
  ['$$a\\$$$ a$$x$$b', '<p><math-inline/> a$$x$$b</p>'],
  [
    '```css+php\n<?php\n```',
    '<div class="codehilite" data-code-language="CSS+PHP"><pre><span></span><code><span class="cp">&lt;?php</span>\n</code></pre></div>',
  ],
  [
    '```py2\n1\n```',
    '<div class="codehilite" data-code-language="Python 2.x"><pre><span></span><code><span class="mi">1</span>\n</code></pre></div>',
  ],
  ['`$$x$$`', '<p><code>$$x$$</code></p>'],
  ['$$<script>$$', '<p><math-inline/></p>'],
];
