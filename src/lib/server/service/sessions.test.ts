import { expect, it } from 'vitest';
import { checkSessionEnds } from '../../../../tests/support/session-ends';
import { withService } from '../../../../tests/support/with-service';
import { sessions } from './db/schema/sessions';
import { maxSessionSeconds, sweepSessions } from './sessions';

const t = withService();

checkSessionEnds(() => [t, t]);

it('a deactivated account can’t open a session, even with a valid key', async () => {
  const gone = await t.addUser({ is_active: false });
  await expect(t.service.openSession(gone)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
});

it('stores no tokens, and no sessions older than their cookies', async () => {
  const token = await t.service.openSession(await t.addUser());
  expect(JSON.stringify(await t.store.db.select().from(sessions))).not.toContain(token);
  await sweepSessions(t.store, t.clock.now() + (maxSessionSeconds + 1) * 1000);
  expect(await t.store.db.select().from(sessions)).toEqual([]);
});
