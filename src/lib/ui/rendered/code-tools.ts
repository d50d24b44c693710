import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { makeScroller } from './make-scroller';
import type { RenderContext } from './render-context';

/** SVG paths of the tool icons in a 24 × 24 box. */
const icons = {
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  wrap: 'M3 6h18M3 12h15a3 3 0 0 1 0 6h-4m3-3-3 3 3 3M3 18h7',
  run: 'M15 3h6v6M10 14 21 3M18 13v8H3V6h8',
};

/** Adds buttons to copy code, wrap it and run it in a playground. Code is always left to right. */
export function addCodeTools(block: Element, shown: RenderContext): void {
  const pre = block.querySelector('pre');
  if (!pre) return;
  pre.dir = 'ltr';
  const language = block.getAttribute('data-code-language');
  makeScroller(pre, language ? m.rendered_code_in({ language }) : m.ui_code());
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const text = (pre.querySelector('code') ?? pre).textContent;
  const { oncopy, onwrap } = shown;
  if (language && shown.playgroundsOf)
    void offerPlaygrounds(tools, text, shown.playgroundsOf(language));
  if (onwrap) {
    const wrap = tool(m.rendered_code_wrap(), icons.wrap, onwrap);
    wrap.className = 'wrap';
    tools.append(wrap);
  }
  if (oncopy) tools.append(tool(m.rendered_code_copy(), icons.copy, () => oncopy(text)));
  if (tools.childElementCount > 0 || shown.playgroundsOf) pre.before(tools);
}

function tool(label: string, path: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  named(button, label, path);
  on(button, 'click', run);
  return button;
}

function named(element: HTMLElement, label: string, path: string): void {
  element.title = label;
  element.setAttribute('aria-label', label);
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  icon.append(line);
  element.append(icon);
}

/** The URL contains the code, following the organization's URL template (RFC 6570). */
async function offerPlaygrounds(
  tools: HTMLElement,
  code: string,
  playgrounds: ReturnType<NonNullable<RenderContext['playgroundsOf']>>,
): Promise<void> {
  if (playgrounds.length === 0) return;
  const { parseTemplate } = await import('url-template');
  for (const { name, url_template } of playgrounds) {
    const href = expanded(() => parseTemplate(url_template).expand({ code }));
    if (!/^https?:/i.test(href) || !URL.canParse(href)) continue;
    const link = document.createElement('a');
    link.href = href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
    named(link, m.rendered_code_run({ name }), icons.run);
    tools.prepend(link);
  }
}

/** An invalid template results in an empty URL. */
function expanded(expand: () => string): string {
  try {
    return expand();
  } catch {
    return '';
  }
}
