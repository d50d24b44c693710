import type { ByteRange } from './storage';

/**
 * The single range that a request asks for. Null to send the whole file, which is allowed for
 * several ranges and for invalid ones. Source: RFC 9110, section 14.
 */
export function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return { start, end };
}
