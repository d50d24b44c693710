import * as v from 'valibot';
import { readMemory, writeMemory } from '../../../client/memory';

/** How the scheduled page shows what is ahead. */
export type Shape = (typeof shapes)[number];

export const shapes = ['list', 'week', 'month'] as const;

const schema = v.object({ shape: v.picklist(shapes) });
const name = 'scheduled-shape';

/** The one that this device showed the account last. */
export function recallShape(account: string): Shape {
  const read = v.safeParse(schema, readMemory(account, name));
  return read.success ? read.output.shape : 'list';
}

export function rememberShape(account: string, shape: Shape): void {
  writeMemory(account, name, { shape });
}
