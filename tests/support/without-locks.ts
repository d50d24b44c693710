import { onTestFinished } from 'vitest';

/** Until the test is finished, the browser has no Web Locks, as on a page served over plain http. */
export function withoutLocks(): void {
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks');
  Reflect.deleteProperty(Navigator.prototype, 'locks');
  onTestFinished(() => void Object.defineProperty(Navigator.prototype, 'locks', locks ?? {}));
}
