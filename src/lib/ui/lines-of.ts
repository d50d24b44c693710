/** Elements treated as blocks, whatever their style. */
const blocks = new Set(
  (
    'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

export function isBlockElement(element: Element): boolean {
  const style = (element.getAttribute('style') ?? '').replace(/\s/g, '');
  const [, display = ''] = /(?:^|;)display:([a-z-]+)/.exec(style) ?? [];
  if (/^(?:block|flex|grid|flow-root|list-item)$/.test(display)) return true;
  return display !== 'inline' && blocks.has(element.nodeName.toLowerCase());
}

/**
 * The text of nodes with preserved white space, split into lines as layout does: at line breaks,
 * `br` and block elements. `isLeftOut` skips an element.
 */
export function linesOf(root: Node, isLeftOut: (element: Element) => boolean = () => false) {
  const lines: string[] = [];
  /** Null if nothing is on the line yet. */
  let line: string | null = null;
  const end = () => {
    if (line !== null) lines.push(line);
    line = null;
  };
  const read = (node: Node) => {
    if (node.nodeType === 3) {
      const parts = (node.nodeValue ?? '').replace(/\r\n?/g, '\n').split('\n');
      parts.forEach((part, at) => {
        if (part !== '') line = (line ?? '') + part;
        if (at === parts.length - 1) return;
        line ??= '';
        end();
      });
    } else if (node.nodeType === 1 && !isLeftOut(node as Element)) {
      if (node.nodeName === 'BR') {
        line ??= '';
        return end();
      }
      const isOnItsOwn = isBlockElement(node as Element);
      if (isOnItsOwn) end();
      const before = lines.length;
      for (const child of Array.from(node.childNodes)) read(child);
      if (!isOnItsOwn) return;
      // An empty block counts as an empty line.
      if (lines.length === before) line ??= '';
      end();
    }
  };
  for (const child of Array.from(root.childNodes)) read(child);
  end();
  return lines;
}
