import type { Case } from './references';

export const names: readonly Case[] = [
  [
    '@**Hanna Lindqvist**',
    '<p><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></p>',
  ],
  [
    '@**hanna lindqvist**',
    '<p><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></p>',
  ],
  [
    '@_**Hanna Lindqvist**',
    '<p><span class="user-mention silent" data-user-id="12">Hanna Lindqvist</span></p>',
  ],
  [
    '@**Hanna Lindqvist|12**',
    '<p><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></p>',
  ],
  ['@**|12**', '<p><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></p>'],
  ['@**Tomas|12**', '<p>@<strong>Tomas|12</strong></p>'],
  ['@**Nobody Here**', '<p>@<strong>Nobody Here</strong></p>'],
  ['@**Kim**', '<p><span class="user-mention" data-user-id="30">@Kim</span></p>'],
  ['@**Kim|31**', '<p><span class="user-mention" data-user-id="31">@Kim</span></p>'],
  [
    'x@**Hanna Lindqvist**!',
    '<p>x<span class="user-mention" data-user-id="12">@Hanna Lindqvist</span>!</p>',
  ],
  [
    '**@**Hanna Lindqvist****',
    '<p><strong><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></strong></p>',
  ],
  ['@*editors*', '<p><span class="user-group-mention" data-user-group-id="5">@Editors</span></p>'],
  [
    '@_*Editors*',
    '<p><span class="user-group-mention silent" data-user-group-id="5">Editors</span></p>',
  ],
  ['@*nobody*', '<p>@<em>nobody</em></p>'],
  [
    '@**all**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>',
  ],
  [
    '@**everyone**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span></p>',
  ],
  [
    '@**channel**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span></p>',
  ],
  [
    '@**stream**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span></p>',
  ],
  [
    '@_**all**',
    '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
  ],
  ['@**topic**', '<p><span class="topic-mention">@topic</span></p>'],
  ['@_**topic**', '<p><span class="topic-mention silent">topic</span></p>'],
  ['@**All**', '<p>@<strong>All</strong></p>'],
  ['@all', '<p>@all</p>'],
  ['@**<b>x</b>**', '<p>@<strong>&lt;b&gt;x&lt;/b&gt;</strong></p>'],
  [
    '> @**Hanna Lindqvist**',
    '<blockquote>\n<p><span class="user-mention silent" data-user-id="12">Hanna Lindqvist</span></p>\n</blockquote>',
  ],
  [
    '[@**Hanna Lindqvist**](https://example.org)',
    '<p><a href="https://example.org"><span class="user-mention" data-user-id="12">@Hanna Lindqvist</span></a></p>',
  ],
  [
    '#**atlas**',
    '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-atlas">#atlas</a></p>',
  ],
  [
    '#**Atlas**',
    '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-atlas">#atlas</a></p>',
  ],
  ['#**nowhere**', '<p>#<strong>nowhere</strong></p>'],
  [
    '#**atlas>captions**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-atlas/topic/captions/with/214">#atlas &gt; captions</a></p>',
  ],
  [
    '#**atlas>no such topic**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-atlas/topic/no.20such.20topic">#atlas &gt; no such topic</a></p>',
  ],
  [
    '#**atlas>a.b (c)**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-atlas/topic/a.2Eb.20.28c.29">#atlas &gt; a.b (c)</a></p>',
  ],
  [
    '#**atlas>**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-atlas/topic/">#atlas &gt; <em>general chat</em></a></p>',
  ],
  [
    '#**atlas>captions@77**',
    '<p><a class="message-link" href="/#narrow/channel/9-atlas/topic/captions/near/77">#atlas &gt; captions @ 💬</a></p>',
  ],
  [
    '#**atlas>@77**',
    '<p><a class="message-link" href="/#narrow/channel/9-atlas/topic//near/77">#atlas &gt; <em>general chat</em> @ 💬</a></p>',
  ],
  [
    '#**atlas>me@home**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-atlas/topic/me.40home">#atlas &gt; me@home</a></p>',
  ],
  [
    '#**small print>x**',
    '<p><a class="stream-topic" data-stream-id="10" href="/#narrow/channel/10-small-print/topic/x">#small print &gt; x</a></p>',
  ],
  ['#atlas', '<p>#atlas</p>'],
  ['#**<img>**', '<p>#<strong>&lt;img&gt;</strong></p>'],
];
