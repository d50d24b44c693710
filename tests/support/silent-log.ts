import type { ServiceLog } from '$lib/server/service/log';

export const silentLog: ServiceLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
