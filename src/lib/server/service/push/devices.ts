import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { pushDevices } from '../db/schema/push';
import type { OutgoingEvent } from '../model';

type Row = typeof pushDevices.$inferSelect;

export function pushDeviceStatusOf({
  relay_device_id,
  error_code,
}: Row): 'active' | 'failed' | 'pending' {
  if (error_code !== null) return 'failed';
  return relay_device_id === null ? 'pending' : 'active';
}

/** By `push_account_id`. https://zulip.com/api/register-queue, `push_devices` */
export async function listPushDevices({ tx, user }: Pick<ServiceContext, 'tx' | 'user'>) {
  const rows = await tx
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.user_id, user.id))
    .orderBy(asc(pushDevices.id));
  return Object.fromEntries(
    rows.map((row) => [
      String(row.push_account_id),
      { status: pushDeviceStatusOf(row), error_code: row.error_code },
    ]),
  );
}

/** https://zulip.com/api/get-events#push_device */
export function deviceEvent(row: Row): OutgoingEvent {
  return {
    payload: {
      type: 'push_device',
      push_account_id: String(row.push_account_id),
      status: pushDeviceStatusOf(row),
      error_code: row.error_code,
    },
    audience: [row.user_id],
  };
}
