/**
 * Whether every segment of a percent-encoded path is just a name. The server behind the gateway
 * might decode once more and then find `..` in what looked like one name.
 */
export function isPlainPath(pathname: string): boolean {
  return !/%(2f|5c|00)|\\|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(pathname);
}
