import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { References } from './mentions';
import { isMeMessage, render } from './render';

const html = (content: string) => render(content).html;

describe('render', () => {
  it.each([
    ['plain text', 'a\nb', '<p>a<br>\nb</p>'],
    [
      'emphasis by stars only',
      '**a** *b* __c__ _d_',
      '<p><strong>a</strong> <em>b</em> __c__ _d_</p>',
    ],
    ['struck text', '~~a~~', '<p><del>a</del></p>'],
    [
      'no link definitions',
      '[a]\n\n[a]: https://x.org/',
      '<p>[a]</p>\n<p>[a]: <a href="https://x.org/">https://x.org/</a></p>',
    ],
    [
      'quotations',
      '```quote\n**a**\n```',
      '<blockquote>\n<p><strong>a</strong></p>\n</blockquote>',
    ],
    [
      'code',
      '```\n<b> "x"\n```',
      '<div class="codehilite"><pre><span></span><code>&lt;b&gt; "x"\n</code></pre></div>',
    ],
    [
      'addresses',
      'see https://x.org/?a=1&b=2',
      '<p>see <a href="https://x.org/?a=1&amp;b=2">https://x.org/?a=1&amp;b=2</a></p>',
    ],
  ])('renders %s', (_what, content, expected) => {
    expect(html(content)).toBe(expected);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '<javascript:alert(1)>',
    '![x](https://x.org/track.png)',
    '<img src=x onerror=alert(1)>',
    '```"><script>alert(1)</script>\nx\n```',
  ])('makes nothing dangerous of %s', (content) => {
    const out = html(content);
    expect(out).not.toMatch(/<(script|img|iframe|object)|href="(?!https?:|mailto:|\/[^/]|#)/i);
  });

  it('lets no tag through that it does not make itself', () => {
    const known =
      /^<\/?(p|br|strong|em|del|code|pre|span|div|blockquote|a|ul|ol|li|h[1-6]|hr|table|thead|tbody|tr|th|td)\b/;
    const pieces = fc.constantFrom(
      ...'<>"\'&`*_~#[]()@|-!\\ \n',
      'a',
      'script',
      'https://x.org',
      '```',
      '@**',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const tag of html(parts.join('')).match(/<[^>]*/g) ?? []) expect(tag).toMatch(known);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('mentions', () => {
  const references: References = {
    users: [
      { id: 7, full_name: 'Ada "L" <b>' },
      { id: 8, full_name: 'Twin' },
      { id: 9, full_name: 'Twin' },
    ],
    groups: [{ id: 3, name: 'Editors' }],
    streams: [{ id: 4, name: 'design & more' }],
  };
  const of = (content: string) => render(content, references);

  it('name people, escaped, and count them', () => {
    const { html, mentions } = of('@**ada "l" <b>** and @**Twin|9** and @_**Twin|8**');
    expect([...mentions.user_ids]).toEqual([7, 9]);
    expect(html).toContain('data-user-id="7">@Ada &quot;L&quot; &lt;b&gt;</span>');
    expect(html).toContain('<span class="user-mention silent" data-user-id="8">Twin</span>');
  });

  it('know groups and wildcards', () => {
    const { mentions } = of('@*editors* @**all** @**topic**');
    expect([...mentions.group_ids]).toEqual([3]);
    expect(mentions).toMatchObject({ stream_wildcard: true, topic_wildcard: true });
    expect(of('@_**all** `@**all**`').mentions).toMatchObject({ stream_wildcard: false });
  });

  it('leave unknown names as text', () => {
    const { html, mentions } = of('@**Nobody** #**nowhere** @*none*');
    expect(mentions.user_ids.size).toBe(0);
    expect(html).not.toContain('data-');
  });

  it('link channels and topics', () => {
    expect(of('#**design & more>a (b)**').html).toBe(
      '<p><a class="stream-topic" data-stream-id="4" href="/#narrow/channel/4-design-.26-more/topic/a.20.28b.29">#design &amp; more &gt; a (b)</a></p>',
    );
  });
});

it('knows messages about oneself', () => {
  expect(isMeMessage('/me waves', html('/me waves'))).toBe(true);
  expect(isMeMessage('/me waves\n\nand more', html('/me waves\n\nand more'))).toBe(false);
  expect(isMeMessage('/meander', html('/meander'))).toBe(false);
});
