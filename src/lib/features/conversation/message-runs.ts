import { foldCase } from '../../api/fold-case';
import type { Message } from '../../api/read-messages';
import { isSameDay } from '../../time/dates';
import { wallTimeAt } from '../../time/zones';

/** Maximum seconds between messages that share one sender name. */
const run = 600;

/** Whether it is the first message of its day in that time zone. */
export function isNewDay(message: Message, before: Message | undefined, zone: string): boolean {
  return (
    !before || !isSameDay(wallTimeAt(message.timestamp, zone), wallTimeAt(before.timestamp, zone))
  );
}

/** Whether it appears under the previous message's sender name. */
export function continuesRun(message: Message, before: Message | undefined, zone: string): boolean {
  if (!before || isNewDay(message, before, zone)) return false;
  if (!isNextInRun(message, before)) return false;
  return message.sender_id === before.sender_id && message.timestamp - before.timestamp < run;
}

/** Whether both are in the same conversation; lists of several mix them. */
function isNextInRun(message: Message, before: Message): boolean {
  if (message.type !== 'stream') return message.recipient_id === before.recipient_id;
  return (
    message.stream_id === before.stream_id && foldCase(message.subject) === foldCase(before.subject)
  );
}
