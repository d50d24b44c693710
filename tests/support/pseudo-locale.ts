import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/**
 * A language for tests: each text of the interface in brackets, accented and about 40 % longer, as
 * German or Finnish would be. The built app has English alone, so what it puts on the page is
 * translated there. Messages that people wrote mostly stay as they are.
 */

type Message = string | readonly { readonly match: Readonly<Record<string, string>> }[];

const folder = join(import.meta.dirname, '../../messages/en');
const messages = new Map(
  readdirSync(folder).flatMap((file) => {
    const entries = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Message>;
    return Object.entries(entries).filter(([key]) => !key.startsWith('$'));
  }),
);

/** Keys of all messages. None may be shown. */
const messageKeys: ReadonlySet<string> = new Set(messages.keys());

const forms = [...messages.values()].flatMap((message) =>
  typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match)),
);

/** Texts with values in them, as patterns. Texts that are mostly values would match anything. */
const patterns = forms
  .filter((form) => form.includes('{') && /\p{L}{3}/u.test(form.replaceAll(/\{\w+\}/g, '')))
  .map((form) => {
    const literals = form
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
    return `^${literals.join('.+?')}$`;
  });

/** Has the page show the language from its first text on. */
export async function usePseudoLocale(page: Page): Promise<void> {
  await page.addInitScript(translatePage, { texts: forms, patterns });
}

/** Runs in the page. */
function translatePage(source: { texts: string[]; patterns: string[] }): void {
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
  const texts = new Set(source.texts);
  const patterns = source.patterns.map((pattern) => new RegExp(pattern, 'u'));
  const known = new Map<string, string | undefined>();
  const accents: Record<string, string> = {
    a: 'åå',
    e: 'éé',
    i: 'îî',
    o: 'öö',
    u: 'ûû',
    y: 'ýý',
    A: 'ÅÅ',
    E: 'ÉÉ',
    I: 'ÎÎ',
    O: 'ÖÖ',
    U: 'ÛÛ',
    c: 'ç',
    n: 'ñ',
    s: 'š',
    z: 'ž',
  };

  function translated(text: string): string | undefined {
    const words = text.trim();
    if (!words || words.startsWith('⟦')) return undefined;
    if (!known.has(words)) {
      const isOurs = texts.has(words) || patterns.some((pattern) => pattern.test(words));
      const longer = words.replaceAll(/[aeiouyAEIOUcnsz]/g, (letter) => accents[letter]!);
      known.set(words, isOurs ? `⟦${longer}⟧` : undefined);
    }
    const found = known.get(words);
    return found && text.replace(words, () => found);
  }

  function translateNode(node: Node): void {
    if (node instanceof Text) {
      if (node.parentElement?.closest('script, style, textarea, [data-message]')) return;
      const text = translated(node.data);
      if (text !== undefined) node.data = text;
    }
    if (!(node instanceof Element)) return;
    for (const name of attributes) {
      const text = translated(node.getAttribute(name) ?? '');
      if (text !== undefined) node.setAttribute(name, text);
    }
  }

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type !== 'childList') translateNode(target);
      for (const node of addedNodes) {
        translateNode(node);
        const walker = document.createTreeWalker(node);
        while (walker.nextNode()) translateNode(walker.currentNode);
      }
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: attributes,
  });
}

/** What is cut off or sticks out at either side, and keys shown in place of a text. */
export async function brokenParts(page: Page): Promise<string[]> {
  const { wide, texts } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isContained = (element: Element) => {
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(outer);
        if (outer === document.body || overflowX === 'visible') continue;
        // It scrolls, or says by an ellipsis that there is more.
        if (overflowX !== 'hidden' || textOverflow === 'ellipsis') return true;
      }
      return false;
    };
    const sticksOut = (element: Element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return false;
      return right > clientWidth + 1 || left < -1;
    };
    const shown = [...document.body.querySelectorAll('*')].filter((element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    const wide = shown
      .filter((element) => !element.closest('[inert], svg') && sticksOut(element))
      .filter((element) => !isContained(element))
      .map((element) => (element.cloneNode() as Element).outerHTML);
    const spills = shown.filter((element) => {
      const isVisible = getComputedStyle(element).overflowX === 'visible';
      return isVisible && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    });
    wide.push(
      ...spills
        .filter((element) => element.matches('a, button, [role=tab], [role=option], label'))
        .map((element) => `spills: ${(element.cloneNode() as Element).outerHTML}`),
    );
    if (scrollWidth > clientWidth) wide.unshift(`the page is ${scrollWidth} px wide`);
    return { wide, texts: document.body.innerText };
  });
  const keys = texts.match(/[a-z]+_\w+/g)?.filter((word) => messageKeys.has(word)) ?? [];
  return [...wide, ...keys.map((key) => `the key ${key} is shown`)];
}
