import { parseEvent } from '../../api/event-types';
import { registrationFor } from '../../api/registration';
import { applyEvent } from './patches';

/** All that knows each kind of event. */
export const eventTables = { parseEvent, applyEvent, registrationFor };
export type EventTables = typeof eventTables;
