import { afterEach, describe, expect, it, vi } from 'vitest';
import { eraseAccountStorage, readAccountStorage, writeAccountStorage } from './account-storage';

afterEach(() => vi.unstubAllGlobals());

/** A fake of localStorage; like the real one, its keys are its own properties. */
function aStorage(): Record<string, unknown> {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Record<string, unknown>;
}

describe('account storage', () => {
  it('keeps accounts apart, and erases only one', () => {
    vi.stubGlobal('localStorage', aStorage());
    writeAccountStorage('7', 'times', [1]);
    writeAccountStorage('7.x', 'times', [2]);
    writeAccountStorage('70', 'times', [3]);
    eraseAccountStorage('7');
    expect(readAccountStorage('7', 'times')).toBeNull();
    expect(readAccountStorage('7.x', 'times')).toEqual([2]);
    expect(readAccountStorage('70', 'times')).toEqual([3]);
  });

  it('is empty if storage is refused or corrupt', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => '{',
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    writeAccountStorage('7', 'times', [1]);
    expect(readAccountStorage('7', 'times')).toBeNull();
  });
});
