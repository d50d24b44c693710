import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEndedSessions } from './session-manager';
import { maxSealAgeSeconds } from './seal';

let folder: string;
let now: number;
const open = () => openEndedSessions(folder, () => now);
const path = () => join(folder, 'ended-sessions');
const account = (session: string, signed_in = now) => ({ id: 'me', session, signed_in });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkwell-ended-'));
  now = Date.UTC(2030, 0, 1);
});

describe('openEndedSessions', () => {
  it('knows an ended session in every process and after a restart', async () => {
    const [here, there] = [open(), open()];
    expect(there.has(account('a'))).toBe(false);
    await here.add({ session: 'a' });
    for (const ended of [here, there, open()]) {
      expect(ended.has(account('a'))).toBe(true);
      expect(ended.has(account('b'))).toBe(false);
    }
  });

  it('ends all sessions of an account but one, and none that begin later', async () => {
    const ended = open();
    const others = account('b');
    await ended.add({ account: 'me', but: 'a' });
    expect(ended.has(account('a'))).toBe(false);
    expect(ended.has(others)).toBe(true);
    expect(ended.has({ ...others, id: 'somebody else' })).toBe(false);
    expect(ended.has(account('c', now + 1))).toBe(false);
  });

  it('skips a truncated line', async () => {
    appendFileSync(path(), '{"at":1,"sess\n');
    const ended = open();
    await ended.add({ session: 'a' });
    expect(ended.has(account('a'))).toBe(true);
  });

  it('drops entries that are older than any seal', async () => {
    await open().add({ session: 'old' });
    now += (maxSealAgeSeconds + 1) * 1000;
    await open().add({ session: 'new' });
    open();
    expect(readFileSync(path(), 'utf8')).toMatch(/^[^\n]*"new"[^\n]*\n$/);
  });
});
