import { describe, expect, it } from 'vitest';
import { compileLinkifiers, type LinkifierRule } from './linkifiers';
import { render } from './render';
import { noReferences } from './state';

function html(content: string, ...rules: LinkifierRule[]): string {
  const engines = { linkifiers: compileLinkifiers(rules) };
  return render(content, { ...noReferences, engines }).html;
}

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' };
const link = (text: string, path: string) => `<a href="https://issues.example/${path}">${text}</a>`;

describe('linkifiers', () => {
  it('link what stands alone', () => {
    expect(html('see #12, (#13) and "#14"', issue)).toBe(
      `<p>see ${link('#12', '12')}, (${link('#13', '13')}) and "${link('#14', '14')}"</p>`,
    );
    expect(html('a#12 #12b #12é', issue)).toBe('<p>a#12 #12b #12é</p>');
  });

  it('leave code and links as they are', () => {
    expect(html('`#12` [#12](https://example.org)', issue)).toBe(
      '<p><code>#12</code> <a href="https://example.org">#12</a></p>',
    );
    expect(html('**#12**', issue)).toBe(`<p><strong>${link('#12', '12')}</strong></p>`);
  });

  it('let the earlier pattern win where two overlap', () => {
    const both = { pattern: 'T#(?P<n>[0-9]+)', url_template: 'https://issues.example/t{?n}' };
    expect(html('T#12 #13', both, issue)).toBe(
      `<p>${link('T#12', 't?n=12')} ${link('#13', '13')}</p>`,
    );
  });

  it('encode what they put into an address, and allow no other scheme', () => {
    const any = { pattern: '!(?P<x>[^ ]+)', url_template: 'https://issues.example/{x}' };
    expect(html('!a/"b&c', any)).toBe(`<p>${link('!a/"b&amp;c', 'a%2F%22b%26c')}</p>`);
    const script = { pattern: '!(?P<x>[a-z]+)', url_template: 'javascript:{x}' };
    expect(html('!alert', script)).toBe('<p>!alert</p>');
  });

  it('take linear time whatever the pattern', () => {
    const nested = { pattern: '(?P<x>(a+)+)b', url_template: 'https://issues.example/{x}' };
    expect(html('a'.repeat(5000), nested)).toBe(`<p>${'a'.repeat(5000)}</p>`);
  });

  it('refuse a pattern that does not parse', () => {
    expect(() =>
      compileLinkifiers([{ pattern: '(', url_template: 'https://x.example' }]),
    ).toThrow();
  });
});
