import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { integer, textUpTo } from './value-schemas';

const registeredLevel = 406;

/** Standard, padded base64 (RFC 4648) of `least` to `most` bytes. */
function base64(least: number, most: number) {
  return v.pipe(
    textUpTo(Math.ceil(most / 3) * 4),
    v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'is not standard base64'),
    v.check((value) => value.length % 4 === 0, 'is not standard base64'),
    v.check(
      (value) => {
        const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
        const bytes = (value.length / 4) * 3 - padding;
        return bytes >= least && bytes <= most;
      },
      least === most ? `is not of ${most} bytes` : `is not of ${least} to ${most} bytes`,
    ),
  );
}

/** A Curve25519 key. */
const publicKey = text(base64(32, 32));
/** Bytes that encryption adds: the sender's key and the authentication tag. */
const sealBytes = 48;

/**
 * Registers a device with the push relay; its notifications are then encrypted. The event
 * `push_device` reports the outcome. Registering the same `push_account_id` again replaces the
 * previous registration.
 * https://zulip.com/api/register-push-device
 */
export const registerPushDevice = defineOperation({
  id: 'registerPushDevice',
  route: 'POST /mobile_push/register',
  params: {
    token_kind: text(v.picklist(['fcm', 'apns'])),
    push_account_id: json(integer),
    /** The device's key, used to encrypt its notifications. */
    push_public_key: publicKey,
    /** The relay's key that the registration is encrypted for. */
    bouncer_public_key: publicKey,
    /** Encrypted JSON of `token`, `token_kind`, `timestamp` and `ios_app_id`. */
    encrypted_push_registration: text(base64(sealBytes + 1, 8192)),
  },
  access: 'human',
  since: registeredLevel,
});

/** The handlers have a lower limit. */
const token = text(textUpTo(100_000));

/**
 * Sends a test notification to one device with an older, unencrypted token, or to all of them.
 * https://zulip.com/api/test-notify
 */
export const testNotify = defineOperation({
  id: 'testNotify',
  route: 'POST /mobile_push/test_notification',
  params: { token: optional(token) },
  access: 'human',
  since: 217,
});

/**
 * Sends a test notification to one registered device, or to all.
 * https://zulip.com/api/e2ee-test-notify
 */
export const e2eeTestNotify = defineOperation({
  id: 'e2eeTestNotify',
  route: 'POST /mobile_push/e2ee/test_notification',
  params: { push_account_id: optional(json(integer)) },
  access: 'human',
  since: 420,
});

/**
 * The key that devices encrypt their registration with. Inkwell only: other apps know the key of
 * their relay.
 */
export const getPushRelay = defineOperation({
  id: 'getPushRelay',
  route: 'GET /mobile_push/relay',
  access: 'human',
  /** base64 */
  result: v.object({ bouncer_public_key: v.string() }),
  knownFrom: 'inkwell',
});

/** https://zulip.com/api/add-apns-token */
export const addApnsToken = defineOperation({
  id: 'addApnsToken',
  route: 'POST /users/me/apns_device_token',
  params: { token, appid: text(textUpTo(1000)) },
  access: 'human',
});

/** https://zulip.com/api/remove-apns-token */
export const removeApnsToken = defineOperation({
  id: 'removeApnsToken',
  route: 'DELETE /users/me/apns_device_token',
  params: { token },
  access: 'human',
});

/** https://zulip.com/api/add-fcm-token */
export const addFcmToken = defineOperation({
  id: 'addFcmToken',
  route: 'POST /users/me/android_gcm_reg_id',
  params: { token },
  access: 'human',
});

/** https://zulip.com/api/remove-fcm-token */
export const removeFcmToken = defineOperation({
  id: 'removeFcmToken',
  route: 'DELETE /users/me/android_gcm_reg_id',
  params: { token },
  access: 'human',
});
