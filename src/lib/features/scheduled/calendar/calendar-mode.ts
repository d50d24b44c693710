import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';

/** How the scheduled page shows upcoming messages. */
export type CalendarMode = (typeof calendarModes)[number];

export const calendarModes = ['list', 'week', 'month'] as const;

const schema = v.object({ shape: v.picklist(calendarModes) });
const name = 'scheduled-shape';

/** The mode last used for the account on this device. */
export function recallCalendarMode(account: string): CalendarMode {
  const read = v.safeParse(schema, readAccountStorage(account, name));
  return read.success ? read.output.shape : 'list';
}

export function rememberCalendarMode(account: string, shape: CalendarMode): void {
  writeAccountStorage(account, name, { shape });
}
