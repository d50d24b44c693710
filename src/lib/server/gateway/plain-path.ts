/**
 * Whether every part of a percent-encoded path names just itself: a server behind us may decode once
 * more than we do, and would find steps upwards in what looked like one name.
 */
export function isPlainPath(pathname: string): boolean {
  return !/%(2f|5c|00)|\\|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(pathname);
}
