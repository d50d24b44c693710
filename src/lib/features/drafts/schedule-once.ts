import { ApiError } from '../../api/errors';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  type ScheduledMessage,
} from '../../api/scheduled-messages';
import { normalise, sameBody, type Body, type Limits } from './engine/body';
import { addressOf, type ApiCall } from './transport';

/** Who schedules; `client/account` fits. */
export interface Author {
  readonly call: ApiCall;
  readonly user_id: number | undefined;
}

export interface Wanted {
  readonly body: Body;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** No answer came, and the list could not be asked either: the message may be scheduled. */
export class ScheduledPerhaps extends Error {
  constructor(
    readonly wanted: Wanted,
    override readonly cause: unknown,
  ) {
    super('No answer came.');
  }
}

/**
 * Whoever wrote it need not read it again, but for a note to oneself, which is there to be read.
 * Servers guess by the client's name, and do not know ours.
 * https://zulip.com/api/create-scheduled-message#parameter-read_by_sender
 */
export function isReadBySender({ type, to }: Body, user_id: number | undefined): boolean {
  return type !== 'private' || to.some((id) => id !== user_id);
}

/**
 * Schedules a message and returns its id. After a lost reply the list is looked at before anything
 * else is done, so that nothing is scheduled twice; `doubt` is an earlier attempt of which that was
 * not possible: found there, it is taken for this one, or away when it says something else.
 *
 * @throws ScheduledPerhaps, or what `call` throws when it is certain that nothing was scheduled.
 */
export async function scheduleOnce(
  { call, user_id }: Author,
  wanted: Wanted,
  limits: Limits,
  doubt: Wanted | undefined,
): Promise<number> {
  if (doubt) {
    const found = await find(call, doubt, limits).catch((failure: unknown) => {
      throw new ScheduledPerhaps(doubt, failure);
    });
    if (found !== undefined && isSame(doubt, wanted, limits)) return found;
    if (found !== undefined) await call(deleteScheduledMessage, { scheduled_message_id: found });
  }
  const { body, timestamp } = wanted;
  try {
    const made = await call(createScheduledMessage, {
      ...addressOf(body),
      scheduled_delivery_timestamp: timestamp,
      read_by_sender: isReadBySender(body, user_id),
    });
    return made.scheduled_message_id;
  } catch (failure) {
    if (failure instanceof ApiError) throw failure;
    const found = await find(call, wanted, limits).catch(() => {
      throw new ScheduledPerhaps(wanted, failure);
    });
    if (found === undefined) throw failure;
    return found;
  }
}

async function find(call: ApiCall, wanted: Wanted, limits: Limits): Promise<number | undefined> {
  const { scheduled_messages } = await call(getScheduledMessages, {});
  return scheduled_messages
    .filter(({ failed }) => !failed)
    .findLast((row) => isSame(wantedOf(row), wanted, limits))?.scheduled_message_id;
}

function wantedOf(row: ScheduledMessage): Wanted {
  const { type, to, topic = '', content, scheduled_delivery_timestamp: timestamp } = row;
  const ids = typeof to === 'number' ? [to] : to;
  return {
    body: { type: type === 'stream' ? 'stream' : 'private', to: ids, topic, content },
    timestamp,
  };
}

function isSame(a: Wanted, b: Wanted, limits: Limits): boolean {
  return a.timestamp === b.timestamp && sameBody(asKept(a.body, limits), asKept(b.body, limits));
}

/** The order of people and the case of a topic are the server's own. */
function asKept(body: Body, limits: Limits): Body {
  const kept = normalise(body, limits);
  return {
    ...kept,
    to: kept.to.toSorted((a, b) => a - b),
    topic: kept.topic.toLowerCase(),
  };
}
