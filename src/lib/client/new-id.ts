/**
 * Random enough never to repeat: 32 hexadecimal digits. The one way to make ids in the browser,
 * since the platform's `randomUUID` is missing where the page came by plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
