import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import { loadedSanitizer } from './rendered/loaded-sanitizer';
import RenderedHtml from './RenderedHtml.svelte';
import { hostile } from '../../../tests/corpora/hostile-html';

type More = Partial<{
  timeZone: string;
  twentyFourHour: boolean;
  ownUserId: number;
  conversationsUrl: string;
  placeOf: (fragment: string) => string | undefined;
}>;

beforeAll(() => import('./rendered/sanitize'));

/** The rendered element, after its code has loaded. */
async function shown(html: string, more: More = {}): Promise<HTMLElement> {
  const { container } = await render(RenderedHtml, { html, ...more });
  const element = container.querySelector<HTMLElement>('.rendered')!;
  await expect.poll(() => element.getAttribute('aria-busy')).toBe('false');
  return element;
}

describe('before the sanitizer is loaded', () => {
  let held: typeof loadedSanitizer.pass;
  beforeEach(() => {
    held = loadedSanitizer.pass;
    delete loadedSanitizer.pass;
  });
  afterEach(() => {
    if (held) loadedSanitizer.pass = held;
  });

  it('plain paragraphs have their final height', async () => {
    const html = '<p>Salt &amp; tide &lt;b&gt;</p>\n<p>رواية</p>';
    const { container } = await render(RenderedHtml, { html });
    const before = [...container.querySelectorAll('p')].map((one) => [one.textContent, one.dir]);
    expect(before).toEqual([
      ['Salt & tide <b>', 'auto'],
      ['رواية', 'auto'],
    ]);
  });

  it('nothing else is shown', async () => {
    for (const html of hostile) {
      const { container } = await render(RenderedHtml, { html });
      const made = [...container.querySelectorAll('.rendered *')].map(({ localName }) => localName);
      expect(
        made.filter((name) => name !== 'p'),
        html,
      ).toEqual([]);
    }
  });
});

describe('a rendered message', () => {
  it('shows text, links and mentions, and marks mentions of the reader', async () => {
    const element = await shown(
      '<p><strong>a</strong> <a href="https://example.org">out</a> <a class="stream" data-stream-id="9" href="/#narrow/channel/9-a">#a</a> ' +
        '<span class="user-mention" data-user-id="7">@Hanna</span> <span class="user-mention" data-user-id="8">@Kim</span> ' +
        '<span class="user-mention silent" data-user-id="7">Hanna</span></p>',
      { ownUserId: 7 },
    );
    const [out, inside] = element.querySelectorAll('a');
    expect(out?.target).toBe('_blank');
    expect(out?.rel).toContain('noopener');
    expect(inside?.hasAttribute('href')).toBe(false);
    expect(inside?.className).toBe('stream');
    expect([...element.querySelectorAll('.own')].map(({ textContent }) => textContent)).toEqual([
      '@Hanna',
    ]);
    expect(element.querySelector('p')?.dir).toBe('auto');
  });

  it('opens targets within the app if they have a page there', async () => {
    const html =
      '<p><a class="stream-topic" href="/#narrow/channel/9-a/topic/swim">#a &gt; swim</a>' +
      `<a href="${location.origin}/#narrow/dm/7">here</a><a href="#narrow/is/starred">stars</a>` +
      '<a href="https://example.org/#narrow/dm/7">elsewhere</a></p>';
    const places: Record<string, string> = {
      '#narrow/channel/9-a/topic/swim': '/conversation?channel=9&topic=swim',
      '#narrow/dm/7': '/conversation?dm=7',
    };
    const element = await shown(html, { placeOf: (fragment: string) => places[fragment] });
    expect(
      [...element.querySelectorAll('a')].map((a) => [a.getAttribute('href'), a.target]),
    ).toEqual([
      ['/conversation?channel=9&topic=swim', ''],
      ['/conversation?dm=7', ''],
      [null, ''],
      ['https://example.org/#narrow/dm/7', '_blank'],
    ]);
  });

  it('opens all other links in a new tab', async () => {
    const html =
      '<p><a class="stream-topic" href="/#narrow/channel/9-a/topic/swim">#a &gt; swim</a>' +
      '<a href="#narrow/dm/7">here</a><a href="/user_uploads/2/a/tea.txt">tea.txt</a>' +
      '<a href="mailto:a@example.org">mail</a><a href="/help/">help</a></p>';
    const elsewhere = await shown(html, { conversationsUrl: 'https://chat.example.org' });
    const of = (element: HTMLElement) =>
      [...element.querySelectorAll('a')].map((a) => [a.getAttribute('href'), a.target]);
    const file = ['/user_uploads/2/a/tea.txt', '_blank'];
    const mail = ['mailto:a@example.org', ''];
    expect(of(elsewhere)).toEqual([
      ['https://chat.example.org/#narrow/channel/9-a/topic/swim', '_blank'],
      ['https://chat.example.org/#narrow/dm/7', '_blank'],
      file,
      mail,
      ['https://chat.example.org/help/', '_blank'],
    ]);
    // No page of ours shows conversations, so the link has no target.
    expect(of(await shown(html))).toEqual([
      [null, ''],
      [null, ''],
      file,
      mail,
      ['/help/', '_blank'],
    ]);
  });

  it('shows times in the reader’s time zone and format', async () => {
    const html = '<p><time datetime="2026-11-24T21:05:00Z">2026-11-24T21:05:00Z</time></p>';
    const lisbon = await shown(html, { timeZone: 'Europe/Lisbon', twentyFourHour: true });
    expect(lisbon.textContent).toMatch(/Tue.*Nov.*24.*2026.*21:05/);
    const tokyo = await shown(html, { timeZone: 'Asia/Tokyo', twentyFourHour: false });
    expect(tokyo.textContent).toMatch(/Wed.*25.*6:05\sAM/);
  });

  it('opens a spoiler by keyboard', async () => {
    await shown(
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>The end</p>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>The goat did it.</p>\n</div></div>',
    );
    const secret = page.getByText('The goat did it.');
    await expect.element(secret).not.toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(secret).toBeVisible();
    await expect.element(page.getByText('The end')).toBeVisible();
  });

  it('gives scrollable parts a name and keyboard access', async () => {
    await shown(
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span></code></pre></div>' +
        '<table><thead><tr><th style="text-align: right;">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    );
    await expect.element(page.getByRole('group', { name: 'Code, Python' })).toBeVisible();
    const table = page.getByRole('group', { name: 'Table' });
    expect(table.element().querySelector('th')?.style.textAlign).toBe('right');
    expect(getComputedStyle(document.querySelector('.k')!).color).not.toBe(
      getComputedStyle(document.querySelector('code')!).color,
    );
  });

  it('sets the text direction of each paragraph and list', async () => {
    const element = await shown(
      '<p>abc</p><p>مرحبا</p><ul><li>abc<ul><li>مرحبا</li></ul></li></ul><ol><li><p>مرحبا</p></li><li><p>abc</p></li></ol>',
    );
    const directions = [...element.querySelectorAll('p, ul, ol, li')].map(
      (node) => getComputedStyle(node).direction,
    );
    expect(directions.join(' ')).toBe('ltr rtl ltr ltr ltr ltr rtl rtl rtl rtl rtl');
  });

  it('has lines of 60 to 72 characters, in text and in code', async () => {
    const words =
      'A person who writes a lot reads even more, and lines that are too long tire the eye, since it has to find its way back to where the next one begins; too short ones break what belongs together. ';
    const element = await shown(
      `<p>${words.repeat(6)}</p><div class="codehilite"><pre><code>${'x'.repeat(72)}</code></pre></div>`,
    );
    element.style.width = '1200px';
    const p = element.querySelector('p')!;
    await document.fonts.ready;
    const lines = p.clientHeight / parseFloat(getComputedStyle(p).lineHeight);
    const perLine = (words.length * 6) / lines;
    expect(perLine).toBeGreaterThan(60);
    expect(perLine).toBeLessThanOrEqual(72);
    const pre = element.querySelector('pre')!;
    expect(pre.scrollWidth).toBeLessThanOrEqual(pre.clientWidth);
  });

  it('draws emoji and tasks', async () => {
    const element = await shown(
      '<ul><li>[x] sent</li><li>[ ] <span aria-label="goat" class="emoji emoji-1f410" role="img" title="goat">:goat:</span></li></ul>',
    );
    await expect.element(page.getByRole('img', { name: 'goat' })).toHaveTextContent('🐐');
    await expect.element(page.getByRole('img', { name: 'Done:' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'To do:' })).toBeVisible();
    expect(element.textContent).not.toContain('[x]');
  });

  it('renders formulas as KaTeX does', async () => {
    const { default: katex } = await import('katex');
    const element = await shown(`<p>${katex.renderToString('\\sqrt{\\frac{a}{b}}')}</p>`);
    await expect
      .poll(() => getComputedStyle(element.querySelector('.katex')!).fontFamily)
      .toContain('KaTeX');
    expect(element.querySelector<HTMLElement>('.strut')?.style.height).not.toBe('');
    expect(element.querySelector('svg path')?.getAttribute('d')).toMatch(/^M/);
    expect(element.querySelector('mfrac')).not.toBeNull();
  });

  it('keeps the sizes that KaTeX sets in formulas', async () => {
    const { default: katex } = await import('katex');
    const tex =
      '\\sqrt{x} \\overbrace{a+b} \\left(\\begin{matrix} a\\\\[3em] b\\\\ c\\end{matrix}\\right) \\cancel{x} \\;\\,y';
    const html = katex.renderToString(tex);
    const sizesOf = (root: Element) =>
      [...root.querySelectorAll('.katex *')].map((node) =>
        ['width', 'height', 'minsize', 'maxsize', 'lspace', 'rspace'].map((name) =>
          node.getAttribute(name),
        ),
      );
    const template = document.createElement('template');
    template.innerHTML = `<p>${html}</p>`;
    const given = sizesOf(template.content.firstElementChild!);
    expect(given.flat().filter(Boolean).length).toBeGreaterThan(5);
    expect(sizesOf(await shown(`<p>${html}</p>`))).toEqual(given);
  });

  it('shows the new text when it changes', async () => {
    const { container, rerender } = await render(RenderedHtml, { html: '<p>old</p>' });
    await expect.poll(() => container.textContent).toBe('old');
    await rerender({ html: '<p>new</p>' });
    await expect.poll(() => container.textContent).toBe('new');
  });
});

describe('hostile HTML', () => {
  const world = window as unknown as { struck?: string };
  const errors: string[] = [];
  const blocked = (event: SecurityPolicyViolationEvent) => errors.push(event.blockedURI);

  beforeEach(() => {
    delete world.struck;
    errors.length = 0;
    performance.clearResourceTimings();
    document.addEventListener('securitypolicyviolation', blocked);
  });
  afterEach(() => document.removeEventListener('securitypolicyviolation', blocked));

  it.each(hostile)('can’t run scripts or load from elsewhere: %s', async (html) => {
    const element = await shown(html);
    for (const target of element.querySelectorAll<HTMLElement>('*')) {
      for (const type of [
        'click',
        'mouseover',
        'focus',
        'error',
        'load',
        'toggle',
        'animationend',
      ]) {
        if (type !== 'click' || !target.closest('a')) target.dispatchEvent(new Event(type));
      }
    }
    // Long enough for an image, frame or style sheet to be requested.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(world.struck).toBeUndefined();
    expect(errors).toEqual([]);
    const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(loadedUrls.filter((name) => name.includes('evil.example'))).toEqual([]);
    for (const node of element.querySelectorAll('*')) {
      for (const { name, value } of node.attributes) {
        expect(name).not.toMatch(/^on|^srcdoc$|^formaction$|^ping$|^id$|^name$/);
        if (/href|src/.test(name)) expect(value).toMatch(/^(?:https?:|mailto:|#|\/(?![/\\]))/i);
      }
      expect(node.tagName).not.toMatch(
        /^(?:script|style|iframe|object|embed|form|input|button|link|meta|base|use|animate|set|foreignobject)$/i,
      );
    }
  });

  it.each([
    '<svg width="99999" height="99999"><path d="M0 0"></path></svg>',
    '<span class="katex"><svg width="400em" height="9999em"><path d="M0 0"></path></svg></span>',
    '<svg width="10%" height="99999%" viewBox="0 0 1 99999"><path d="M0 0"></path></svg>',
    '<math><mspace width="99999px" height="99999px" depth="9999em"></mspace></math>',
    '<math><mpadded height="+99999px" voffset="-9999em"><mi>x</mi></mpadded></math>',
    '<math><mo minsize="9999em" stretchy="true">(</mo></math>',
    '<table><tbody><tr height="99999"><td width="99999" height="99999">x</td></tr></tbody></table>',
    '<p><img src="/user_uploads/1/a.png" width="1" height="99999"></p>',
    '<p><img class="inline-image" src="/user_uploads/1/a.png" data-original-dimensions="1x99999"></p>',
  ])('gives nothing the room of a whole page: %s', async (html) => {
    const element = await shown(`<p>x</p>${html}`);
    expect(element.getBoundingClientRect().height).toBeLessThan(2000);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });

  it('stays inside the message', async () => {
    const element = await shown(
      '<p>x</p><div class="fixed inset-0 z-50 katex" style="position: fixed; top: 0; left: 0; width: 99em; height: 999em; background-color: red">over</div>' +
        '<span class="katex"><span style="position: relative; top: -90em; background: url(https://evil.example/x)">up</span></span>',
    );
    expect(element.querySelector('.fixed')).toBeNull();
    expect(getComputedStyle(element).contain).toContain('paint');
    for (const node of element.querySelectorAll<HTMLElement>('[style]')) {
      expect(node.getAttribute('style')).not.toMatch(/fixed|url|999/);
    }
  });
});
