import { describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { lasting, sealedBy } from '../../../../tests/support/sessions';
import { accountId, openJar } from './account-jar';
import { createSealer, type SealedAccount } from './seal';

const secret = 's'.repeat(32);
const options = { secret, server: 'embedded', sealer: createSealer(secret), sessions: lasting };

function person(user_id: number, changes: Partial<SealedAccount> = {}): SealedAccount {
  const realm_url = 'http://127.0.0.1:3000';
  return {
    id: accountId(realm_url, user_id, ''),
    user_id,
    email: `person${user_id}@example.com`,
    full_name: 'A Person With a Long Name'.repeat(4),
    ...sealedBy('me@example.com', 'k'.repeat(32)),
    server: 'embedded',
    realm_url,
    realm_name: 'Example',
    ...changes,
  };
}

describe('openJar', () => {
  it('stores several accounts and finds each by its id', async () => {
    const { cookies } = cookieStore();
    const jar = openJar(cookies, false, options);
    await jar.add(person(1));
    await jar.add(person(2));
    await jar.add(person(1, { authorization: 'another' }));
    expect((await jar.all()).map(({ user_id }) => user_id)).toEqual([1, 2]);
    expect((await jar.find(person(1).id))?.authorization).toBe('another');
    jar.remove(person(1).id);
    expect(await jar.find(person(1).id)).toBeNull();
    expect(await jar.all()).toHaveLength(1);
  });

  it('sets cookies that scripts, other sites and plain HTTP can’t use', async () => {
    const { cookies, options: attributes, kept } = cookieStore();
    await openJar(cookies, true, options).add(person(1));
    const [name, value] = [...kept][0]!;
    expect(name).toMatch(/^__Host-inkwell-/);
    expect(name.length + value.length).toBeLessThan(1500);
    expect(attributes.get(name)).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'strict',
      path: '/',
    });
  });

  it('refuses more accounts than fit into request headers', async () => {
    const { cookies } = cookieStore();
    const jar = openJar(cookies, false, options);
    for (let i = 1; i <= 8; i++) await jar.add(person(i));
    await expect(jar.add(person(9))).rejects.toMatchObject({ code: 'TOO_MANY_ACCOUNTS' });
    await jar.add(person(8));
  });

  it('refuses a cookie that browsers would drop', async () => {
    const jar = openJar(cookieStore().cookies, false, options);
    await expect(jar.add(person(1, { full_name: 'x'.repeat(3000) }))).rejects.toMatchObject({
      code: 'ACCOUNT_TOO_LARGE',
    });
  });

  it('ignores accounts of another server or another instance', async () => {
    const { cookies } = cookieStore();
    const mine = openJar(cookies, false, options);
    await mine.add(person(1));
    const elsewhere = openJar(cookies, false, { ...options, server: 'https://chat.example.org' });
    expect(await elsewhere.all()).toEqual([]);
    expect(await elsewhere.find(person(1).id)).toBeNull();
    const otherSecret = 't'.repeat(32);
    const sealer = createSealer(otherSecret);
    const neighbour = openJar(cookies, false, { ...options, secret: otherSecret, sealer });
    await neighbour.add(person(1, { full_name: 'Neighbour' }));
    expect((await mine.find(person(1).id))?.full_name).not.toBe('Neighbour');
  });

  it('doesn’t return an account under another account’s cookie name', async () => {
    const { cookies, kept } = cookieStore();
    const jar = openJar(cookies, false, options);
    await jar.add(person(1));
    const [name, value] = [...kept][0]!;
    kept.set(name.replace(person(1).id, person(2).id), value);
    expect(await jar.find(person(2).id)).toBeNull();
  });

  it('ignores an account whose session has ended', async () => {
    const { cookies } = cookieStore();
    const jar = openJar(cookies, false, options);
    await jar.add(person(1));
    const sessions = { refuses: ({ user_id }: SealedAccount) => user_id === 1 };
    const later = openJar(cookies, false, { ...options, sessions });
    await later.add(person(2));
    expect((await later.all()).map(({ user_id }) => user_id)).toEqual([2]);
    expect(await later.find(person(1).id)).toBeNull();
  });

  it('renews an aging seal on use', async () => {
    let now = Date.UTC(2030, 0, 1);
    const { cookies, kept } = cookieStore();
    const sealer = createSealer(secret, () => now);
    const jar = openJar(cookies, false, { ...options, sealer });
    await jar.add(person(1, { signed_in: now }));
    const first = [...kept.values()];
    await jar.find(person(1).id);
    expect([...kept.values()]).toEqual(first);
    now += 26 * 3600 * 1000;
    await jar.find(person(1).id);
    expect([...kept.values()]).not.toEqual(first);
  });
});
