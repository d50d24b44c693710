import type { Case } from './references';

export const signs: readonly Case[] = [
  [
    ':tada:',
    '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  ],
  [
    ':+1: :thumbs_up:',
    '<p><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span> <span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span></p>',
  ],
  [':no_such_emoji:', '<p>:no_such_emoji:</p>'],
  [':TADA:', '<p>:TADA:</p>'],
  [
    'a:tada:b',
    '<p>a<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>b</p>',
  ],
  ['10:30:45', '<p>10:30:45</p>'],
  [':tada', '<p>:tada</p>'],
  [
    '🎉',
    '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  ],
  [
    '❤ ❤️',
    '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span> <span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
  ],
  [
    '🐐🐐',
    '<p><span aria-label="goat" class="emoji emoji-1f410" role="img" title="goat">:goat:</span><span aria-label="goat" class="emoji emoji-1f410" role="img" title="goat">:goat:</span></p>',
  ],
  ['👍🏽', '<p>👍🏽</p>'],
  [
    '👩‍💻',
    '<p><span aria-label="woman technologist" class="emoji emoji-1f469-200d-1f4bb" role="img" title="woman technologist">:woman_technologist:</span></p>',
  ],
  [
    '🇮🇸',
    '<p><span aria-label="flag iceland" class="emoji emoji-1f1ee-1f1f8" role="img" title="flag iceland">:flag_iceland:</span></p>',
  ],
  [
    '1️⃣ 1',
    '<p><span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span> 1</p>',
  ],
  ['© ™ ↔', '<p>© ™ ↔</p>'],
  [
    '**🎉**',
    '<p><strong><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></strong></p>',
  ],
  ['`🎉`', '<p><code>🎉</code></p>'],
  [
    '[🎉](https://example.org)',
    '<p><a href="https://example.org"><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></a></p>',
  ],
  [
    ':heart::heart:',
    '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
  ],
  [
    '<time:2026-11-24T09:00:00Z>',
    '<p><time datetime="2026-11-24T09:00:00Z">2026-11-24T09:00:00Z</time></p>',
  ],
  [
    '<time:2026-11-24T09:00:00+01:00>',
    '<p><time datetime="2026-11-24T08:00:00Z">2026-11-24T09:00:00+01:00</time></p>',
  ],
  [
    '<time:2026-11-24T09:00>',
    '<p><time datetime="2026-11-24T09:00:00Z">2026-11-24T09:00</time></p>',
  ],
  ['<time:1795510800>', '<p><time datetime="2026-11-24T09:00:00Z">1795510800</time></p>'],
  [
    '<time:2026-02-31T09:00:00Z>',
    '<p><span class="timestamp-error">Invalid time format: 2026-02-31T09:00:00Z</span></p>',
  ],
  [
    '<time:2026-13-01T00:00:00Z>',
    '<p><span class="timestamp-error">Invalid time format: 2026-13-01T00:00:00Z</span></p>',
  ],
  [
    '<time:2017-12-31> <time:2017-12-31 10:00>',
    '<p><time datetime="2017-12-31T00:00:00Z">2017-12-31</time> <time datetime="2017-12-31T10:00:00Z">2017-12-31 10:00</time></p>',
  ],
  [
    '<time:2017-02-31>',
    '<p><span class="timestamp-error">Invalid time format: 2017-02-31</span></p>',
  ],
  [
    ':zulip:',
    '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
  ],
  [
    ':melting_face: :folded_hands:',
    '<p><span aria-label="melting face" class="emoji emoji-1fae0" role="img" title="melting face">:melting_face:</span> <span aria-label="folded hands" class="emoji emoji-1f64f" role="img" title="folded hands">:folded_hands:</span></p>',
  ],
  ['<time:soon>', '<p><span class="timestamp-error">Invalid time format: soon</span></p>'],
  ['<time:>', '<p>&lt;time:&gt;</p>'],
  // Up to the first `>`, as other servers read it.
  [
    '<time:<b>x</b>>',
    '<p><span class="timestamp-error">Invalid time format: &lt;b</span>x&lt;/b&gt;&gt;</p>',
  ],
  [
    '<time:99999999999999>',
    '<p><span class="timestamp-error">Invalid time format: 99999999999999</span></p>',
  ],
  [
    'at <time:2026-11-24T09:00:00Z>, then',
    '<p>at <time datetime="2026-11-24T09:00:00Z">2026-11-24T09:00:00Z</time>, then</p>',
  ],
  ['`<time:2026-11-24T09:00:00Z>`', '<p><code>&lt;time:2026-11-24T09:00:00Z&gt;</code></p>'],
];
