import { foldCase } from '../../api/fold-case';
import type { Message } from '../../api/read-messages';
import { isSameDay } from '../../time/dates';
import { wallTimeAt } from '../../time/zones';

/** Seconds within which messages of one sender stand under one name. */
const run = 600;

/** The first of its day, in that zone. */
export function isNewDay(message: Message, before: Message | undefined, zone: string): boolean {
  return (
    !before || !isSameDay(wallTimeAt(message.timestamp, zone), wallTimeAt(before.timestamp, zone))
  );
}

/** It stands under the name that the one before it has. */
export function continuesRun(message: Message, before: Message | undefined, zone: string): boolean {
  if (!before || isNewDay(message, before, zone)) return false;
  if (!isBeside(message, before)) return false;
  return message.sender_id === before.sender_id && message.timestamp - before.timestamp < run;
}

/** In one conversation, as lists of several have them side by side. */
function isBeside(message: Message, before: Message): boolean {
  if (message.type !== 'stream') return message.recipient_id === before.recipient_id;
  return (
    message.stream_id === before.stream_id && foldCase(message.subject) === foldCase(before.subject)
  );
}
