import { listPushDevices } from '../push/devices';
import type { StateReader } from './scope';

export const pushStates: Readonly<Record<string, StateReader>> = {
  push_device: async ({ context }) => ({ push_devices: await listPushDevices(context) }),
};
