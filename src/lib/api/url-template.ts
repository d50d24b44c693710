/** Longer templates are rejected. */
export const maxUrlTemplateLength = 2000;

const part = /(?:[^\p{Cc}\s"<>\\^`{|}%]|%[0-9a-f]{2})+|\{[+#./;?&]?([^{}]*)\}/giuy;
const variable = /^((?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*)(?::[1-9]\d{0,3}|\*)?$/i;

/**
 * The variables of a URL template, each once, in order; null if it is invalid. RFC 6570, all four
 * levels. https://www.rfc-editor.org/rfc/rfc6570
 */
export function templateVariables(template: string): string[] | null {
  const names = new Set<string>();
  let end = 0;
  for (const match of template.matchAll(part)) {
    end = match.index + match[0].length;
    if (match[1] === undefined) continue;
    for (const each of match[1].split(',')) {
      const name = variable.exec(each)?.[1];
      if (name === undefined) return null;
      names.add(name);
    }
  }
  return end === template.length ? [...names] : null;
}
