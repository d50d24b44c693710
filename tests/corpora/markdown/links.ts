import type { Case } from './references';

export const links: readonly Case[] = [
  ['https://example.org', '<p><a href="https://example.org">https://example.org</a></p>'],
  [
    'http://example.org/a?b=c&d=e#f',
    '<p><a href="http://example.org/a?b=c&amp;d=e#f">http://example.org/a?b=c&amp;d=e#f</a></p>',
  ],
  ['HTTPS://EXAMPLE.ORG', '<p><a href="HTTPS://EXAMPLE.ORG">HTTPS://EXAMPLE.ORG</a></p>'],
  ['see https://example.org.', '<p>see <a href="https://example.org">https://example.org</a>.</p>'],
  [
    '(https://example.org/a_(b))',
    '<p>(<a href="https://example.org/a_(b)">https://example.org/a_(b)</a>)</p>',
  ],
  [
    'https://example.org/*a*_b_',
    '<p><a href="https://example.org/*a*_b_">https://example.org/*a*_b_</a></p>',
  ],
  [
    '**https://example.org**',
    '<p><strong><a href="https://example.org">https://example.org</a></strong></p>',
  ],
  ['<https://example.org>', '<p><a href="https://example.org">https://example.org</a></p>'],
  ['example.org', '<p><a href="https://example.org">example.org</a></p>'],
  [
    'www.example.com/path',
    '<p><a href="https://www.example.com/path">www.example.com/path</a></p>',
  ],
  [
    'mail zsofia@ternandtallow.example',
    '<p>mail <a href="mailto:zsofia@ternandtallow.example">zsofia@ternandtallow.example</a></p>',
  ],
  ['mailto:a@b.com', '<p><a href="mailto:a@b.com">mailto:a@b.com</a></p>'],
  ['a@b.com/c', '<p>a@b.com/c</p>'],
  ['readme.md main.py lib.rs', '<p>readme.md main.py lib.rs</p>'],
  ['e.g. this', '<p>e.g. this</p>'],
  ['1.2.3', '<p>1.2.3</p>'],
  ['//example.org/a', '<p>//example.org/a</p>'],
  ['ftp://example.org/a', '<p>ftp://example.org/a</p>'],
  ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
  ['javascript://example.org', '<p>javascript://example.org</p>'],
  ['data:text/html,x', '<p>data:text/html,x</p>'],
  ['[text](https://example.org)', '<p><a href="https://example.org">text</a></p>'],
  [
    '[text](https://example.org "Title & more")',
    '<p><a href="https://example.org" title="Title &amp; more">text</a></p>',
  ],
  [
    '[**bold** text](https://example.org)',
    '<p><a href="https://example.org"><strong>bold</strong> text</a></p>',
  ],
  ['[text](mailto:a@b.com)', '<p><a href="mailto:a@b.com">text</a></p>'],
  [
    '[text](/user_uploads/2/ab/report.pdf)',
    '<p><a href="/user_uploads/2/ab/report.pdf">text</a></p>',
  ],
  ['[text](#narrow/is/starred)', '<p><a href="#narrow/is/starred">text</a></p>'],
  ['[text](javascript:alert(1))', '<p>[text](javascript:alert(1))</p>'],
  ['[text](JaVaScRiPt:alert(1))', '<p>[text](JaVaScRiPt:alert(1))</p>'],
  ['[text](java\nscript:alert(1))', '<p>[text](java<br>\nscript:alert(1))</p>'],
  ['[text](&#106;avascript:alert(1))', '<p>[text](javascript:alert(1))</p>'],
  ['[text](vbscript:x)', '<p>[text](vbscript:x)</p>'],
  ['[text](data:text/html;base64,PHA+)', '<p>[text](data:text/html;base64,PHA+)</p>'],
  ['[text](//example.org)', '<p>[text](//example.org)</p>'],
  ['[text](/\\example.org)', '<p><a href="/%5Cexample.org">text</a></p>'],
  [
    '[text](https://example.org/"onmouseover="x)',
    '<p><a href="https://example.org/%22onmouseover=%22x">text</a></p>',
  ],
  ['[text](<https://example.org/a b>)', '<p><a href="https://example.org/a%20b">text</a></p>'],
  ['[](https://example.org)', '<p><a href="https://example.org">https://example.org</a></p>'],
  ['[call](tel:+3112345)', '<p><a href="tel:+3112345">call</a></p>'],
  ['[text](sms:+3112345)', '<p><a href="sms:+3112345">text</a></p>'],
  ['[write](mailto:kim@example.org)', '<p><a href="mailto:kim@example.org">write</a></p>'],
  ['[no](javascript:alert(1))', '<p>[no](javascript:alert(1))</p>'],
  [
    'see https://example.org: or https://example.org/a: b',
    '<p>see <a href="https://example.org">https://example.org</a>: or <a href="https://example.org/a">https://example.org/a</a>: b</p>',
  ],
  [
    'https://example.org/a:b https://example.org:8080',
    '<p><a href="https://example.org/a:b">https://example.org/a:b</a> <a href="https://example.org:8080">https://example.org:8080</a></p>',
  ],
  [
    '[a](/user_uploads/1/x.png) [b](/user_uploads/1/x.png)',
    '<p><a href="/user_uploads/1/x.png">a</a> <a href="/user_uploads/1/x.png">b</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/x.png" title="x.png"><img src="/user_uploads/1/x.png"></a></div>',
  ],
  [
    '[a](https://a.example [b](https://b.example)',
    '<p>[a](<a href="https://a.example">https://a.example</a> <a href="https://b.example">b</a></p>',
  ],
  ['[not a link]', '<p>[not a link]</p>'],
  [
    '[x](http://inkwell.example/#narrow/channel/9-atlas)',
    '<p><a href="#narrow/channel/9-atlas">x</a></p>',
  ],
  ['[x](http://inkwell.example/login)', '<p><a href="http://inkwell.example/login">x</a></p>'],
  [
    '[map](/user_uploads/2/ab/map%2023.png)',
    '<p><a href="/user_uploads/2/ab/map%2023.png">map</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/map%2023.png" title="map 23.png"><img src="/user_uploads/2/ab/map%2023.png"></a></div>',
  ],
  [
    '* [map](/user_uploads/2/ab/map.JPG)',
    '<ul>\n<li><a href="/user_uploads/2/ab/map.JPG">map</a><div class="message_inline_image"><a href="/user_uploads/2/ab/map.JPG" title="map.JPG"><img src="/user_uploads/2/ab/map.JPG"></a></div></li>\n</ul>',
  ],
  [
    '> [map](/user_uploads/2/ab/map.webp)',
    '<blockquote>\n<p><a href="/user_uploads/2/ab/map.webp">map</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/map.webp" title="map.webp"><img src="/user_uploads/2/ab/map.webp"></a></div>\n</blockquote>',
  ],
  [
    'http://inkwell.example/user_uploads/2/ab/map.png',
    '<p><a href="/user_uploads/2/ab/map.png">http://inkwell.example/user_uploads/2/ab/map.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/map.png" title="map.png"><img src="/user_uploads/2/ab/map.png"></a></div>',
  ],
  [
    '[a](/user_uploads/1/a.png) [b](/user_uploads/1/b.gif)',
    '<p><a href="/user_uploads/1/a.png">a</a> <a href="/user_uploads/1/b.gif">b</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/a.png" title="a.png"><img src="/user_uploads/1/a.png"></a></div>\n<div class="message_inline_image"><a href="/user_uploads/1/b.gif" title="b.gif"><img src="/user_uploads/1/b.gif"></a></div>',
  ],
  [
    'https://other.example/cat.png',
    '<p><a href="https://other.example/cat.png">https://other.example/cat.png</a></p>',
  ],
  [
    '[x](/user_uploads/1/a.png"onerror="x)',
    '<p><a href="/user_uploads/1/a.png%22onerror=%22x">x</a></p>',
  ],
  [
    'https://user:secret@example.org/',
    '<p><a href="https://user:secret@example.org/">https://user:secret@example.org/</a></p>',
  ],
  [
    'https://xn--e1afmkfd.example/ пример.example',
    '<p><a href="https://xn--e1afmkfd.example/">https://xn--e1afmkfd.example/</a> пример.example</p>',
  ],
  [
    'sorry,https://example.org/',
    '<p>sorry,<a href="https://example.org/">https://example.org/</a></p>',
  ],
  [
    'https://example.org/ü',
    '<p><a href="https://example.org/%C3%BC">https://example.org/ü</a></p>',
  ],
  ['`https://example.org`', '<p><code>https://example.org</code></p>'],
  // Nothing to see is no words: the address is shown.
  ['[  ](https://x.example)', '<p><a href="https://x.example">https://x.example</a></p>'],
  ['[\u200b](https://x.example)', '<p><a href="https://x.example">https://x.example</a></p>'],
  [
    '[\u00a0 **a**](https://x.example)',
    '<p><a href="https://x.example">\u00a0 <strong>a</strong></a></p>',
  ],
];
