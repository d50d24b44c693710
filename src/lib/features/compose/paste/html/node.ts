/** Nodes of what was copied; in tests they are not those of a browser. */

export function hasClass(node: HTMLElement, ...names: string[]): boolean {
  return names.some((name) => ` ${node.getAttribute('class') ?? ''} `.includes(` ${name} `));
}

/** Without spaces. */
export function inlineStyleOf(node: HTMLElement): string {
  return (node.getAttribute('style') ?? '').replace(/\s/g, '');
}

export function trimmedTextOf(node: Node | null): string {
  return (node?.textContent ?? '').trim();
}
