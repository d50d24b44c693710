import { describe, expect, it, vi } from 'vitest';
import { Updates } from './updates.svelte';

describe('Updates', () => {
  it('registers again when the connection is back and nothing was installed', async () => {
    const register = vi
      .spyOn(navigator.serviceWorker, 'register')
      .mockRejectedValue(new TypeError('no network'));
    const stop = new Updates().follow();
    expect(register).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    expect(register).toHaveBeenCalledTimes(2);
    stop();
    window.dispatchEvent(new Event('online'));
    expect(register).toHaveBeenCalledTimes(2);
    register.mockRestore();
  });
});
