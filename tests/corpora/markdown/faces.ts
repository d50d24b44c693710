import type { Case } from './references';

export const faces: readonly Case[] = [
  [
    ':)',
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  ],
  [
    ':) :( ;)',
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span> <span aria-label="frown" class="emoji emoji-1f641" role="img" title="frown">:frown:</span> <span aria-label="wink" class="emoji emoji-1f609" role="img" title="wink">:wink:</span></p>',
  ],
  ['a:)b', '<p>a:)b</p>'],
  [
    'Nice (:)',
    '<p>Nice <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>)</p>',
  ],
  [
    '<3 you',
    '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span> you</p>',
  ],
  ['`:)`', '<p><code>:)</code></p>'],
  [
    'https://example.org/:)',
    '<p><a href="https://example.org/">https://example.org/</a><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  ],
  [':-)', '<p>:-)</p>'],
  [": ) :' (", "<p>: ) :' (</p>"],
  [
    ':/ :| :D :P :o',
    '<p><span aria-label="confused" class="emoji emoji-1f615" role="img" title="confused">:confused:</span> <span aria-label="neutral" class="emoji emoji-1f610" role="img" title="neutral">:neutral:</span> <span aria-label="grinning" class="emoji emoji-1f600" role="img" title="grinning">:grinning:</span> <span aria-label="stuck out tongue" class="emoji emoji-1f61b" role="img" title="stuck out tongue">:stuck_out_tongue:</span> <span aria-label="open mouth" class="emoji emoji-1f62e" role="img" title="open mouth">:open_mouth:</span></p>',
  ],
  [
    "so :'(",
    '<p>so <span aria-label="cry" class="emoji emoji-1f622" role="img" title="cry">:cry:</span></p>',
  ],
  ['```\n:)\n```', '<div class="codehilite"><pre><span></span><code>:)\n</code></pre></div>'],
  [
    '(:',
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  ],
  ['8:30', '<p>8:30</p>'],
  ['\\:)', '<p>\\:)</p>'],
];
