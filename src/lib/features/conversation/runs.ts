import type { Message } from '../../api/read-messages';
import { sameDay } from '../../time/dates';
import { wallAt } from '../../time/zones';

/** Seconds within which messages of one sender stand under one name. */
const run = 600;

/** The first of its day, in that zone. */
export function isNewDay(message: Message, before: Message | undefined, zone: string): boolean {
  return !before || !sameDay(wallAt(message.timestamp, zone), wallAt(before.timestamp, zone));
}

/** It stands under the name that the one before it has. */
export function isContinued(message: Message, before: Message | undefined, zone: string): boolean {
  if (!before || isNewDay(message, before, zone)) return false;
  return message.sender_id === before.sender_id && message.timestamp - before.timestamp < run;
}
