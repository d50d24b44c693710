import * as v from 'valibot';

/** A device to which notifications go sealed. https://zulip.com/api/register-queue, `push_devices` */
export const pushDeviceSchema = v.object({
  /** `active`, `pending` or `failed`. */
  status: v.string(),
  /** Why it failed. */
  error_code: v.nullish(v.string()),
});
