import { describe, expect, it } from 'vitest';
import { compileLinkifiers } from './compile-linkifiers';
import { renderMarkdown, topicLinks } from './render';
import { maxLinkifierSteps, noReferences } from './state';

type Rule = readonly [pattern: string, url_template: string];

const compile = (rules: readonly Rule[]) =>
  compileLinkifiers(
    rules.map(([pattern, url_template], index) => ({ id: index + 1, pattern, url_template })),
  );
const issue: Rule = ['#(?P<id>[0-9]+)', 'https://x.org/i/{id}'];
const ref: Rule = ['(?P<repo>[a-z]+)#(?P<id>[0-9]+)', 'https://x.org/{repo}/{id}'];

async function html(text: string, ...rules: Rule[]): Promise<string> {
  const linkifiers = await compile(rules.length > 0 ? rules : [issue]);
  return renderMarkdown(text, { ...noReferences, linkifiers }).html;
}
const a = (id: number | string, text = `#${id}`) => `<a href="https://x.org/i/${id}">${text}</a>`;

describe('linkifiers in a text', () => {
  it.each<[what: string, text: string, inside: string]>([
    ['alone', '#12', `<p>${a(12)}</p>`],
    ['one after another', '#1 #2,#3', `<p>${a(1)} ${a(2)},${a(3)}</p>`],
    [
      'behind brackets and quotes',
      `(#1) '#2' "#3":#4`,
      `<p>(${a(1)}) '${a(2)}' "${a(3)}":${a(4)}</p>`,
    ],
    ['not behind other signs', 'x#1 /#2 *#3', '<p>x#1 /#2 *#3</p>'],
    ['not before letters and digits', '#1a #2é', '<p>#1a #2é</p>'],
    ['before a sign', '#1. #2!', `<p>${a(1)}. ${a(2)}!</p>`],
    ['on each line', '#1\n#2', `<p>${a(1)}<br>\n${a(2)}</p>`],
    [
      'in strong and in emphasis',
      '**#1** *a #2*',
      `<p><strong>${a(1)}</strong> <em>a ${a(2)}</em></p>`,
    ],
    ['struck through', '~~#1~~', `<p><del>${a(1)}</del></p>`],
    [
      'in a list and a quote',
      '* #1\n\n> #2',
      `<ul>\n<li>${a(1)}</li>\n</ul>\n<blockquote>\n<p>${a(2)}</p>\n</blockquote>`,
    ],
    ['in a heading', '# a #1', `<h1>a ${a(1)}</h1>`],
    ['not right behind an element', '**a**#1', '<p><strong>a</strong>#1</p>'],
    ['right before an element', '#1**a**', `<p>${a(1)}<strong>a</strong></p>`],
    ['behind an element and a blank', '`a` #1', `<p><code>a</code> ${a(1)}</p>`],
    ['not in code', '`#1`', '<p><code>#1</code></p>'],
    ['not in a link', '[a #1](https://y.org)', '<p><a href="https://y.org">a #1</a></p>'],
    [
      'not in an address',
      'https://y.org/ #1',
      `<p><a href="https://y.org/">https://y.org/</a> ${a(1)}</p>`,
    ],
    ['beside emoji', '😀 #1 😀', ''],
  ])('stand %s', async (_what, text, inside) => {
    const made = await html(text);
    if (inside) expect(made).toBe(inside);
    else expect(made).toContain(a(1));
  });

  it('don’t apply to code blocks', async () => {
    expect(await html('```\n#1\n```')).not.toContain('x.org');
  });

  it('prefer the first in order if two overlap', async () => {
    expect(await html('ab#1', ref, issue)).toBe('<p><a href="https://x.org/ab/1">ab#1</a></p>');
    expect(await html('ab #1', ref, issue)).toBe(`<p>ab ${a(1)}</p>`);
    const whole: Rule = ['issue #(?P<n>\\d+)', 'https://x.org/n/{n}'];
    expect(await html('issue #1', issue, whole)).toBe(`<p>issue ${a(1)}</p>`);
    expect(await html('issue #1', whole, issue)).toBe(
      '<p><a href="https://x.org/n/1">issue #1</a></p>',
    );
  });

  it('leave out a group that didn’t match', async () => {
    const rule: Rule = ['b(?P<x>\\d)?(?P<y>[a-z])?', 'https://x.org/{x}{?y}'];
    expect(await html('b1 bz', rule)).toBe(
      '<p><a href="https://x.org/1">b1</a> <a href="https://x.org/?y=z">bz</a></p>',
    );
  });

  it('support groups with any name', async () => {
    const rule: Rule = [
      'c(?P<constructor>\\d+)-(?P<__proto__>\\d)?',
      'https://x.org/{constructor}/{__proto__}',
    ];
    expect(await html('c1- c2-3', rule)).toBe(
      '<p><a href="https://x.org/1/">c1-</a> <a href="https://x.org/2/3">c2-3</a></p>',
    );
  });

  it('encode values from the text, so that it can’t change the target or end the link', async () => {
    const rule: Rule = ['go/(?P<to>\\S+)', 'https://x.org/{to}'];
    const made = await html(`go/../"><script>?a=b#c&{to}%2e`, rule);
    const [, href] = /^<p><a href="([^"]*)">/.exec(made) ?? [];
    expect(href).toBe('https://x.org/..%2F%22%3E%3Cscript%3E%3Fa%3Db%23c%26%7Bto%7D%252e');
    expect(made).not.toContain('<script');
  });

  it('make no link to a target that isn’t allowed', async () => {
    const rule: Rule = ['(?P<to>\\S+)', '{+to}'];
    expect(await html('javascript:alert(1)', rule)).toBe('<p>javascript:alert(1)</p>');
    expect(await html('data:text/html,x', rule)).toBe('<p>data:text/html,x</p>');
  });

  it('make no empty link', async () => {
    expect(await html('a b', ['(?P<x>z*)', 'https://x.org/{x}'])).toBe('<p>a b</p>');
  });

  it('skip lone surrogates', async () => {
    const rule: Rule = ['(?P<x>\\S+)', 'https://x.org/{x:1}'];
    expect(await html('😀', rule)).not.toContain('<a');
  });
});

describe('patterns designed to be slow', () => {
  const greedy = 'a'.repeat(10_000);
  it.each<[what: string, pattern: string, text: string]>([
    ['nested repeats', '(?P<x>(a+)+b)', greedy],
    ['alternatives that overlap', '(?P<x>(a|aa|a?a)*c)', greedy],
    ['looking to the end for each hit', '(?P<x>a)( ?.*[bc])?', 'a '.repeat(5000)],
    ['a large machine at each place', '(?P<x>(?:[a-z]?){200}[YZ0])', greedy],
    ['many hits', '(?P<x>a)', 'a '.repeat(5000)],
  ])('come to an end: %s', async (_what, pattern, text) => {
    const linkifiers = await compile([[pattern, 'https://x.org/{x}']]);
    const left = { linkifiers: maxLinkifierSteps };
    const parts = linkifiers.find(text, 0, left);
    expect(maxLinkifierSteps - left.linkifiers).toBeLessThan(2 * maxLinkifierSteps + 10_000 * 500);
    expect(parts.every(({ start, end }) => start < end)).toBe(true);
  });

  it('share one message’s budget', async () => {
    const hostile: Rule[] = Array.from({ length: 100 }, (_, i) => [
      `(?P<x>a)( ?.*[b${i % 10}])?`,
      'https://x.org/{x}',
    ]);
    const linkifiers = await compile([...hostile, issue]);
    const text = 'a '.repeat(4000);
    expect(renderMarkdown(text, { ...noReferences, linkifiers }).html.length).toBeGreaterThan(
      text.length,
    );
    // The next message has its own budget.
    expect(renderMarkdown('#1', { ...noReferences, linkifiers }).html).toBe(`<p>${a(1)}</p>`);
  });
});

describe('linkifiers in a topic', () => {
  it('are listed in order, each once', async () => {
    const linkifiers = await compile([ref, issue]);
    expect(topicLinks('ab#1 #2 https://y.org/#3 #2', linkifiers)).toEqual([
      { text: 'ab#1', url: 'https://x.org/ab/1' },
      { text: '#2', url: 'https://x.org/i/2' },
      { text: 'https://y.org/#3', url: 'https://y.org/#3' },
      { text: '#2', url: 'https://x.org/i/2' },
    ]);
    expect(topicLinks('#2', linkifiers)).toEqual(topicLinks('#2', linkifiers));
  });
});
