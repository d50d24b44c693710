import type { Operations } from '$lib/api/operations';
import type { Handler } from '../context';
import { deleteQueue, getEvents } from './events';
import { registerQueue } from './register';
import { fetchApiKey, getServerSettings } from './server';

type Handlers = { readonly [Id in keyof Operations]: Handler<Operations[Id]> };

/** One handler for each operation: a missing or misfitting one does not compile. */
export const handlers: Partial<Handlers> = {
  deleteQueue,
  fetchApiKey,
  getEvents,
  getServerSettings,
  registerQueue,
};
