import { afterEach, describe, expect, it } from 'vitest';
import { buildViewCopy, copyView, viewCopyRules, type ViewCopy } from './copy-view';

afterEach(() => document.body.replaceChildren());

const row = (inner: string, attributes = '') =>
  `<div role="option" id="r-1" data-index="0" data-key="k1" aria-selected="false" style="height: 40px" ${attributes}>
    <div class="flex bg-accent-soft before:bg-accent">${inner}</div>
  </div>`;

function shell(list: string, pane = ''): Element {
  document.body.innerHTML = `<div data-shell>
    <header data-navigation><nav data-conversations>
      <input type="search" placeholder="Filter" />
      <ul><li><a href="/conversation?dm=8" title="Ada" tabindex="-1" id="a1">Ada</a></li></ul>
    </nav></header>
    <main id="content"><section data-list>
      <h1 tabindex="-1">Drafts</h1>${list}
    </section><section data-detail>${pane}</section></main>
  </div>`;
  return document.querySelector('[data-shell]')!;
}

function built(copy: ViewCopy | null): HTMLElement {
  const { body } = document.implementation.createHTMLDocument();
  body.append(buildViewCopy(copy ?? '', viewCopyRules));
  return body;
}

const list = (rows: string, attributes = '') =>
  `<div role="listbox" aria-multiselectable="true" aria-label="Drafts" tabindex="0" ${attributes}>${rows}</div>`;

describe('a copy of the view', () => {
  it('keeps the text, without actions and accessible names', () => {
    const rows = list(row('<b style="display: contents">Ada</b> <time>5 min</time>'));
    const choice = '<input type="radio" class="sr-only" value="week" />';
    const copy = built(copyView(shell(choice + rows)));
    expect(copy.innerText.replaceAll(/\s+/g, ' ')).toContain('Drafts Ada');
    expect(copy.querySelectorAll('[data-first-row]')).toHaveLength(1);
    expect(copy.querySelector('input')?.placeholder).toBe('Filter');
    // The time is out of date when the copy is shown.
    expect(copy.querySelector('time')?.style.visibility).toBe('hidden');
    const acting = '[id], [role], [tabindex], [title], [name], [aria-label], [aria-selected]';
    expect(copy.querySelectorAll(acting)).toHaveLength(0);
    // The app uses these attributes to find what was pressed early.
    expect(copy.querySelector('a')?.getAttribute('href')).toBe('/conversation?dm=8');
    expect(copy.querySelector('[data-first-row]')?.getAttribute('data-key')).toBe('k1');
    expect(copy.querySelectorAll('main, header, nav, h1, ul, li')).toHaveLength(0);
    expect(copy.querySelector('[data-first-row] > *')?.className).toBe('flex');
  });

  it('leaves out the open detail, message text and what is only true now', () => {
    const pane = '<textarea>half a thought</textarea><input value="secret" />';
    const inner = `<b>Ada</b><div class="rendered">a message</div><p contenteditable>typed</p>
      <span class="sr-only">heard</span><div data-momentary>Online</div><div hidden>unseen</div>`;
    const html = built(copyView(shell(list(row(inner)), pane))).outerHTML;
    expect(html).toContain('Ada');
    for (const word of ['thought', 'secret', 'message', 'typed', 'heard', 'Online', 'unseen']) {
      expect(html).not.toContain(word);
    }
  });

  it('is harmless, whatever names contain', () => {
    const hostile = '<img src=x onerror="globalThis.hit = 1"><script>globalThis.hit = 1</script>';
    const inner = `<div class="name"></div><a href="javascript:alert(1)" onclick="alert(1)">link</a>
      <a href="//example.org/x">away</a><a href="/\\example.org/x">away</a>
      <svg><foreignObject><p>in it</p></foreignObject><a href="javascript:alert(1)">x</a>
        <style>*{color:red}</style><path d="M0 0h9v9H0z" onload="alert(1)"/></svg>
      <iframe></iframe><object></object><form action="/x"><button name="a">B</button></form>
      <img src="https://example.org/spy.png" alt="spy" /><template><b>t</b></template>`;
    const element = shell(list(row(inner)));
    element.querySelector('.name')!.textContent = hostile;
    const copy = built(copyView(element));
    expect(copy.textContent).toContain(hostile);
    const wrong =
      'script, style, iframe, object, form, template, foreignObject, img, [onclick], [onload]';
    const hrefs = [...copy.querySelectorAll('[href]')].map((one) => one.getAttribute('href'));
    expect(hrefs).toEqual(['/conversation?dm=8']);
    expect(copy.querySelectorAll(wrong)).toHaveLength(0);
    expect(Reflect.get(globalThis, 'hit')).toBeUndefined();
  });

  it('contains only the rows of a long list that are in the window', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => row(`<b>Row ${at}</b>`)).join('');
    const copy = built(copyView(shell(list(rows))));
    const count = copy.querySelectorAll('[data-first-row]').length;
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThanOrEqual(Math.ceil(innerHeight / 40));
  });

  it('is null if the list is selected, filtered, scrolled or loading', () => {
    const element = shell(list(row('Ada').repeat(99), 'style="height: 90px; overflow: auto"'));
    expect(copyView(element)).not.toBeNull();
    const box = element.querySelector('[role=listbox]')!;
    box.scrollTop = 50;
    expect(copyView(element)).toBeNull();
    expect(copyView(shell(`<input value="a word" />${list(row('Ada'))}`))).toBeNull();
    expect(copyView(shell(list('<p role="option" aria-selected="true">Ada</p>')))).toBeNull();
    expect(copyView(shell(`${list(row('Ada'))}<p data-waiting></p>`))).toBeNull();
    expect(copyView(shell('<p>No drafts</p>'))).toBe('');
  });
});
