/** For nodes of copied HTML; in tests they aren't browser nodes. */

export function hasClass(node: HTMLElement, ...names: string[]): boolean {
  return names.some((name) => ` ${node.getAttribute('class') ?? ''} `.includes(` ${name} `));
}

/** The `style` attribute without spaces. */
export function inlineStyleOf(node: HTMLElement): string {
  return (node.getAttribute('style') ?? '').replace(/\s/g, '');
}

export function trimmedTextOf(node: Node | null): string {
  return (node?.textContent ?? '').trim();
}
