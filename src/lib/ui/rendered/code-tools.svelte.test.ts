import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import RenderedHtml from '../RenderedHtml.svelte';

beforeAll(() => import('./sanitize'));

const long = `${'wide '.repeat(200)}\n"a" & b?`;
const block = (language: string, text: string) =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${text.replaceAll('&', '&amp;')}</code></pre></div>`;

describe('code', () => {
  it('can be copied as written and wrapped, by keyboard', async () => {
    const copied: string[] = [];
    let wrapped = 0;
    const { container, rerender } = await render(RenderedHtml, {
      html: block('Python', long),
      wraps: false,
      oncopy: (text: string) => copied.push(text),
      onwrap: () => wrapped++,
    });
    const wrap = page.getByRole('button', { name: 'Wrap long lines' });
    await expect.element(wrap).toHaveAttribute('aria-pressed', 'false');
    const isTooWide = () => {
      const { scrollWidth, clientWidth } = container.querySelector('pre')!;
      return scrollWidth > clientWidth;
    };
    expect(isTooWide()).toBe(true);
    await userEvent.keyboard('{Tab}{Enter}');
    expect(wrapped).toBe(1);
    await rerender({ wraps: true });
    await expect.element(wrap).toHaveAttribute('aria-pressed', 'true');
    expect(isTooWide()).toBe(false);
    page.getByRole('button', { name: 'Copy code' }).element().focus();
    await userEvent.keyboard('{Enter}');
    expect(copied).toEqual([long]);
  });

  it('opens in the playground that the organization has set for its language, encoded', async () => {
    const of: Record<string, string[]> = {
      Rust: ['https://play.example/{?code}', 'javascript:alert({code})', '/play/{code}'],
    };
    const shown = {
      oncopy: () => undefined,
      playgroundsOf: (language: string) =>
        (of[language] ?? []).map((url_template, at) => ({ name: `Place ${at}`, url_template })),
    };
    await render(RenderedHtml, { html: block('Rust', 'a "b" & c?') + block('Go', 'x'), ...shown });
    const link = page.getByRole('link', { name: 'Open in Place 0' });
    await expect
      .element(link)
      .toHaveAttribute('href', 'https://play.example/?code=a%20%22b%22%20%26%20c%3F');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(
      page
        .getByRole('link')
        .elements()
        .map((one) => one.getAttribute('href')),
    ).toHaveLength(1);
  });
});
