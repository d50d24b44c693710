import { ERRORS } from '@tus/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';
import { uploads } from '../db/schema/files';
import { UploadLocker } from './locker';

const t = withService();
const id = '1/a/b/film.mp4';
beforeEach(async () => {
  const now = new Date(t.clock.now());
  const row = { path_id: id, realm_id: 1, user_id: t.owner.user_id, size: 10 };
  await t.store.db.delete(uploads);
  await t.store.db.insert(uploads).values({ ...row, create_time: now, touched: now });
});

const never = new AbortController().signal;
const nothing = () => undefined;

/** Another process on the same database. Its name has no connection. */
const elsewhere = (self: string) => ({ ...t.store, self });

describe('two processes writing one upload', () => {
  it('take turns, and the later one asks the earlier one to stop', async () => {
    const first = new UploadLocker(t.store, t.clock).newLock(id);
    const second = new UploadLocker(elsewhere('second'), t.clock).newLock(id);
    const order: string[] = [];
    await first.lock(never, async () => {
      order.push('asked');
      await first.unlock();
    });
    await second.lock(never, nothing);
    order.push('second');
    expect(order).toEqual(['asked', 'second']);
    await second.unlock();
    await first.lock(never, nothing);
    await first.unlock();
  });

  it('don’t wait for a process that was killed', async () => {
    const killed = new UploadLocker(elsewhere('killed'), t.clock).newLock(id);
    const requested: string[] = [];
    await killed.lock(never, () => void requested.push('killed'));
    const later = new UploadLocker(t.store, t.clock).newLock(id);
    await later.lock(never, nothing);
    expect(requested).toEqual([]);
    await later.unlock();
    await killed.unlock();
  });

  it('don’t wait longer than the lease for a living process that doesn’t answer', async () => {
    // Its clock doesn't advance, so the lease isn't renewed.
    const until = new Date(t.clock.now() + 15_000);
    await t.store.db.update(uploads).set({ locked_by: t.store.self, locked_until: until });
    const other = elsewhere('other');
    const late = new UploadLocker(other, t.clock, undefined, 500).newLock(id);
    await expect(late.lock(never, nothing)).rejects.toMatchObject(ERRORS.ERR_LOCK_TIMEOUT);
    t.clock.advance(16_000);
    const later = new UploadLocker(other, t.clock).newLock(id);
    await later.lock(never, nothing);
    await later.unlock();
  });

  it('have nothing to lock if there is no upload', async () => {
    const lock = new UploadLocker(t.store, t.clock).newLock('1/a/b/other.mp4');
    await lock.lock(never, nothing);
    await lock.unlock();
  });
});

describe('two requests of one process', () => {
  it('take turns too', async () => {
    const locker = new UploadLocker(t.store, t.clock);
    const [first, second] = [locker.newLock(id), locker.newLock(id)];
    let requestCount = 0;
    await first.lock(never, () => void requestCount++);
    const waiting = second.lock(never, nothing);
    await expect.poll(() => requestCount).toBe(1);
    await first.unlock();
    await waiting;
    await second.unlock();
  });
});
