import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';

/** How the scheduled page shows upcoming messages. */
export type CalendarMode = (typeof calendarModes)[number];

export const calendarModes = ['list', 'week', 'month'] as const;

const schema = v.object({ shape: v.picklist(calendarModes) });
const name = 'scheduled-shape';

/** The mode last used for the account on this device. */
export function recallCalendarMode(account: string): CalendarMode {
  return readAccountStorageAs(account, name, schema)?.shape ?? 'list';
}

export function rememberCalendarMode(account: string, shape: CalendarMode): void {
  writeAccountStorage(account, name, { shape });
}
