import { describe, expect, it } from 'vitest';
import { createSealer, sealLifetimeSeconds, type SealedAccount } from './seal';

const secret = 's'.repeat(32);
const account: SealedAccount = {
  id: 'abc',
  user_id: 7,
  email: 'iago@example.com',
  full_name: 'Iago 🦉',
  authorization: `Basic ${'k'.repeat(32)}`,
  session: 's',
  signed_in: Date.now(),
  server: 'embedded',
  realm_url: 'http://127.0.0.1:3000',
  realm_name: 'Example',
};

describe('createSealer', () => {
  it('opens what it sealed, which is unreadable otherwise', async () => {
    const sealed = await createSealer(secret).seal(account);
    expect(sealed).not.toContain('k'.repeat(32));
    // A new sealer, as after a restart.
    expect(await createSealer(secret).unseal(sealed)).toEqual({ account, stale: false });
  });

  it('rejects a seal changed at any position', async () => {
    const sealer = createSealer(secret);
    const sealed = await sealer.seal(account);
    for (let i = 0; i < sealed.length; i += 7) {
      const other = sealed[i] === 'A' ? 'B' : 'A';
      expect(await sealer.unseal(sealed.slice(0, i) + other + sealed.slice(i + 1))).toBeNull();
    }
    expect(await sealer.unseal('')).toBeNull();
    expect(await sealer.unseal(sealed.slice(0, -1))).toBeNull();
  });

  it('rejects a seal made with another secret', async () => {
    const sealed = await createSealer('t'.repeat(32)).seal(account);
    expect(await createSealer(secret).unseal(sealed)).toBeNull();
  });

  it('rejects a seal ninety days after sign-in, however often it was renewed', async () => {
    let now = Date.UTC(2030, 0, 1);
    const sealer = createSealer(secret, () => now);
    const stolen = { ...account, signed_in: now };
    let sealed = await sealer.seal(stolen);
    for (let day = 0; day < 89; day++) {
      now += 24 * 3600 * 1000;
      const opened = await sealer.unseal(sealed);
      sealed = await sealer.seal(opened!.account);
    }
    expect(sealer.secondsLeft(stolen)).toBe(24 * 3600);
    now += 24 * 3600 * 1000;
    expect(await sealer.unseal(sealed)).toBeNull();
    expect(sealer.secondsLeft(stolen)).toBe(0);
  });

  it('reports a seal as stale after a day and rejects it after its lifetime, cached or not', async () => {
    let now = Date.UTC(2030, 0, 1);
    const sealer = createSealer(secret, () => now);
    const sealed = await sealer.seal({ ...account, signed_in: now });
    expect((await sealer.unseal(sealed))?.stale).toBe(false);
    now += 25 * 3600 * 1000;
    expect((await sealer.unseal(sealed))?.stale).toBe(true);
    now += sealLifetimeSeconds * 1000;
    expect(await sealer.unseal(sealed)).toBeNull();
    expect(await createSealer(secret, () => now).unseal(sealed)).toBeNull();
  });
});
