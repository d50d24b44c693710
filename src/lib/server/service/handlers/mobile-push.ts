import { and, desc, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { pushDevices, pushTokens } from '../db/schema/push';
import { badRequest, ServiceFailure } from '../failure';
import { AfterCommit, type AfterCommitDeps, type OperationHandlers } from '../handler';
import { deviceEvent } from '../push/devices';
import type { PushSender } from '../relay/push';
import { RelayRefusal, type TokenDevice } from '../relay/relay';

/** Encrypts a text so that only the device can read it (libsodium's sealed box). Returns base64. */
async function sealForDevice(text: string, push_public_key: string): Promise<string> {
  // Imported on demand, because it is a lot of code that most servers don't use.
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const key = new Uint8Array(Buffer.from(push_public_key, 'base64'));
  return Buffer.from(sodium.crypto_box_seal(text, key)).toString('base64');
}

const maxTokenLength = 4096;
/** Maximum number of devices per user that are notified. The newest are kept. */
const maxDevices = 100;

function notConfigured(): ServiceFailure {
  return new ServiceFailure(
    'PUSH_SERVICE_NOT_CONFIGURED',
    "This server isn't set up for mobile notifications.",
  );
}

function tokenDevice(row: typeof pushTokens.$inferSelect): TokenDevice {
  const { user_id, token, token_kind, ios_app_id } = row;
  return { user_id, token, token_kind, ios_app_id };
}

/** Same fields as all notifications. https://zulip.com/api/mobile-notifications */
function testPayload({ realm, user, baseUrl, clock }: ServiceContext) {
  return {
    event: 'test',
    realm_id: realm.id,
    realm_uri: baseUrl,
    realm_url: baseUrl,
    realm_name: realm.name,
    server: new URL(baseUrl).host,
    user_id: user.id,
    time: Math.floor(clock.now() / 1000),
  };
}

/** Calls the relay after the transaction. The relay's errors become the response. */
function afterwards<Result extends object>(work: (push: PushSender) => Promise<Result>) {
  return new AfterCommit<Result>(async ({ push }: AfterCommitDeps) => {
    if (!push) throw notConfigured();
    try {
      return await work(push);
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error;
      throw new ServiceFailure(error.code, error.message, error.status);
    }
  });
}

function checkToken(token: string, token_kind: 'apns' | 'fcm'): void {
  if (token === '' || token.length > maxTokenLength) {
    throw badRequest(`A token must have 1 to ${maxTokenLength} characters.`);
  }
  if (token_kind === 'apns' && !isBase64(token)) throw badRequest('Invalid APNS token');
}

/** Like Zulip's servers, skips invalid characters. */
function isBase64(token: string): boolean {
  const digits = token.replaceAll(/[^A-Za-z0-9+/=]/g, '');
  return digits.length % 4 === 0 && /^[^=]*={0,2}$/.test(digits);
}

async function addToken(
  { tx, user }: ServiceContext,
  values: Pick<typeof pushTokens.$inferInsert, 'token' | 'ios_app_id'> & {
    token_kind: 'apns' | 'fcm';
  },
): Promise<object> {
  checkToken(values.token, values.token_kind);
  await tx
    .insert(pushTokens)
    .values({ user_id: user.id, ...values })
    .onConflictDoNothing();
  return {};
}

async function removeToken(
  { tx, user }: ServiceContext,
  token_kind: 'apns' | 'fcm',
  token: string,
): Promise<object> {
  checkToken(token, token_kind);
  const gone = await tx
    .delete(pushTokens)
    .where(
      and(
        eq(pushTokens.user_id, user.id),
        eq(pushTokens.token_kind, token_kind),
        eq(pushTokens.token, token),
      ),
    )
    .returning({ id: pushTokens.id });
  if (gone.length === 0) throw badRequest('None of your devices has this token.');
  return {};
}

export const mobilePushHandlers = {
  /** Registering the same values again changes nothing. */
  async registerPushDevice(context, params) {
    const { tx, user, clock, emit, service } = context;
    if (!service.server.hasPush) throw notConfigured();
    const now = new Date(clock.now());
    const fresh = {
      ...params,
      ...{ registered: now, next_try: now, tries: 0, relay_device_id: null, error_code: null },
    };
    const [row] = await tx
      .insert(pushDevices)
      .values({ user_id: user.id, ...fresh })
      .onConflictDoUpdate({
        target: [pushDevices.user_id, pushDevices.push_account_id],
        set: fresh,
        setWhere: sql`${pushDevices.encrypted_push_registration} <> excluded.encrypted_push_registration
        or ${pushDevices.push_public_key} <> excluded.push_public_key
        or ${pushDevices.bouncer_public_key} <> excluded.bouncer_public_key
        or ${pushDevices.token_kind} <> excluded.token_kind`,
      })
      .returning();
    if (!row) return {};
    emit(deviceEvent(row));
    return new AfterCommit(({ push }) => {
      push?.look();
      return Promise.resolve({});
    });
  },

  async testNotify(context, { token }) {
    const { tx, user } = context;
    const rows = await tx
      .select()
      .from(pushTokens)
      .where(
        and(
          eq(pushTokens.user_id, user.id),
          token === undefined ? undefined : eq(pushTokens.token, token),
        ),
      )
      .orderBy(desc(pushTokens.id))
      .limit(maxDevices);
    if (rows.length === 0 && token !== undefined) {
      throw new ServiceFailure(
        'INVALID_PUSH_DEVICE_TOKEN',
        'No such device is registered on this server.',
      );
    }
    if (rows.length === 0) return {};
    const payload = testPayload(context);
    return afterwards(async ({ relay }) => {
      // A device that the relay no longer knows doesn't block notifications to others.
      const sent = await Promise.allSettled(
        rows.map((row) => relay.sendTest(tokenDevice(row), payload)),
      );
      const failed = sent.find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      return {};
    });
  },

  getPushRelay({ service }) {
    if (!service.server.hasPush) throw notConfigured();
    return Promise.resolve(
      afterwards(async ({ relay }) => ({ bouncer_public_key: await relay.publicKey() })),
    );
  },

  async e2eeTestNotify(context, { push_account_id }) {
    const { tx, user, service } = context;
    if (!service.server.hasPush) throw notConfigured();
    const rows = await tx
      .select()
      .from(pushDevices)
      .where(
        and(
          eq(pushDevices.user_id, user.id),
          sql`${pushDevices.relay_device_id} is not null and ${pushDevices.error_code} is null`,
          push_account_id === undefined
            ? undefined
            : eq(pushDevices.push_account_id, push_account_id),
        ),
      )
      .orderBy(desc(pushDevices.id))
      .limit(maxDevices);
    if (rows.length === 0) {
      throw new ServiceFailure('NO_ACTIVE_PUSH_DEVICE', 'You have no registered devices.');
    }
    const payload = JSON.stringify({ ...testPayload(context), type: 'test' });
    return afterwards(async ({ relay }) => {
      const pushes = await Promise.all(
        rows.map(async (row) => ({
          device_id: row.relay_device_id!,
          payload: await sealForDevice(payload, row.push_public_key),
        })),
      );
      await relay.sendSealed(pushes);
      return {};
    });
  },

  addApnsToken(context, { token, appid }) {
    if (!/^[\w.-]{1,255}$/.test(appid)) throw badRequest("appid isn't a valid app ID.");
    return addToken(context, { token, token_kind: 'apns', ios_app_id: appid });
  },

  removeApnsToken: (context, { token }) => removeToken(context, 'apns', token),

  addFcmToken: (context, { token }) => addToken(context, { token, token_kind: 'fcm' }),

  removeFcmToken: (context, { token }) => removeToken(context, 'fcm', token),
} satisfies Partial<OperationHandlers>;
