import { listPushDevices } from '../push/devices';
import type { State } from './scope';

export const pushStates: Readonly<Record<string, State>> = {
  push_device: async ({ context }) => ({ push_devices: await listPushDevices(context) }),
};
