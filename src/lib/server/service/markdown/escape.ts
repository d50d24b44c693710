/** For text between tags. Doesn't escape quotes, because clients compare the text. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For attribute values and code. */
export function escapeAll(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Percent-encodes with dots instead of percent signs, as in narrow links. */
export function hashPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}
