import * as v from 'valibot';

/**
 * A device that gets encrypted notifications. https://zulip.com/api/register-queue, `push_devices`
 */
export const pushDeviceSchema = v.object({
  /** `active`, `pending` or `failed`. */
  status: v.string(),
  /** Why registering failed. */
  error_code: v.nullish(v.string()),
});
