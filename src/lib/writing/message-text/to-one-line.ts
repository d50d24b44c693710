/** A text without its line breaks: what was on lines of its own is a blank apart. */
export function toOneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
