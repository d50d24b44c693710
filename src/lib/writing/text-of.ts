/** Characters of a message that a line can show. */
const most = 200;

/** The words of a message as the server renders it, for a line of a list: text, never nodes. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.replace(/\s+/gu, ' ').trim().slice(0, most);
}
