import { parseEvent } from '../../api/event-types';
import { registrationFor } from '../../api/registration';
import { applyEvent } from './patches';

/** All code that depends on the event types. */
export const eventTables = { parseEvent, applyEvent, registrationFor };
export type EventTables = typeof eventTables;
