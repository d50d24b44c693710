import { describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context';
import { limitReached } from '../rate-limits';
import { changePassword, checkStrength } from './password';

describe('checkStrength', () => {
  const check = (password: string) => () =>
    checkStrength(password, ['Ada Lovelace', 'ada@example.org']);

  it.each([
    'short',
    'aaaaaaaaaaaa',
    '12345678',
    '87654321',
    'abcdefgh',
    'password',
    'Password1',
    'letmein1',
    'adaadaada',
    'Lovelace',
    'ada@example.org',
    'x'.repeat(101),
    '',
  ])('refuses %j', (password) => {
    expect(check(password)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', status: 400 }));
  });

  it.each(['a9#kQz', 'correct horse', 'four words of my own', 'qz7!'.repeat(25), '合い言葉はこれ'])(
    'accepts %j',
    (password) => expect(check(password)).not.toThrow(),
  );
});

describe('changePassword', () => {
  const user = {
    id: 7,
    password_hash: 'scrypt$1$1$1$x$x',
    full_name: 'Ada',
    delivery_email: 'a@b.c',
  };
  /** Returns the error thrown when the attempt guard throws. */
  const outcome = (guard: (id: number, attempt: () => Promise<boolean>) => Promise<boolean>) => {
    const outsideTransaction = <T>(_key: string, work: () => Promise<T>) => work();
    const context = {
      user,
      service: { outsideTransaction, logins: { guard } },
    } as unknown as ServiceContext;
    return changePassword(context, 'old', 'four words of my own').catch(
      (reason: unknown) => reason,
    );
  };

  it('answers 400 after too many wrong ones', async () => {
    const thrown = await outcome(() => Promise.reject(limitReached(12.3)));
    expect(thrown).toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      message: expect.stringContaining('13 seconds'),
    });
  });

  it('answers 429 if the server is too busy to check', async () => {
    const thrown = await outcome(async (_id, attempt) => {
      await attempt().catch(() => false);
      throw limitReached(1);
    });
    expect(thrown).toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 });
  });
});
