import type { failureCodes } from '$lib/api/scheduled-messages';
import type { ServiceContext } from '../context';
import { SendRefusal, ServiceFailure } from '../failure';
import { checkRecipients, sendToDestination } from '../messages/destination';
import type { OutgoingEvent } from '../model';
import { checkScheduledDestination } from '../scheduled/compose';
import { wireScheduled, type ScheduledMessageRow } from '../scheduled/wire';
import { asNotificationBot } from '../users/notification-bot';
import type { DeliveryOutcome } from './outcomes';

/** Sent later than this, a message would mislead its readers. Source: behavior of level 420. */
const maxDelayMilliseconds = 10 * 60_000;

interface Reason {
  readonly code: (typeof failureCodes)[number] | (string & {});
  readonly reason: string;
}

/**
 * Sends the message of a claimed row after the same checks as for sending, or notifies its author
 * that it failed. Deactivated authors and organizations get no notice. Returns the row's outcome.
 */
export async function deliverMessage(
  context: ServiceContext,
  row: ScheduledMessageRow,
): Promise<DeliveryOutcome> {
  const { user, realm, clock } = context;
  if (!user.is_active) return { id: row.id, ...deactivated('USER') };
  if (!realm.is_active) return { id: row.id, ...deactivated('REALM') };
  if (clock.now() - row.scheduled_delivery_timestamp * 1000 > maxDelayMilliseconds) {
    return fail(context, row, {
      code: 'TOO_LATE',
      reason: "The server couldn't send it in time.",
    });
  }
  const sent: OutgoingEvent[] = [];
  let message_id: number;
  try {
    message_id = await send({ ...context, emit: (emission) => void sent.push(emission) }, row);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return fail(context, row, reasonOf(error));
  }
  context.emit({
    payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
    audience: [user.id],
  });
  for (const emission of sent) context.emit(emission);
  return { id: row.id, message_id };
}

/**
 * A missing channel existed when the message was scheduled, so either it was deleted or the author
 * lost access.
 */
function reasonOf(error: ServiceFailure): Reason {
  if (error instanceof SendRefusal) return { code: error.why, reason: error.message };
  const { code, message } = error;
  if (code !== 'STREAM_DOES_NOT_EXIST') return { code, reason: message };
  return { code, reason: 'The channel was deleted, or you no longer have access to it.' };
}

async function send(context: ServiceContext, row: ScheduledMessageRow): Promise<number> {
  const sender = { ...context, client: row.client };
  const to = row.type === 'stream' ? row.to[0]! : row.to;
  const destination = await checkScheduledDestination(sender, row.type, to, row.topic);
  return sendToDestination(sender, destination, {
    content: row.content,
    readBySender: row.read_by_sender,
  });
}

/** Failure reason for a row on which delivery itself failed. */
export const deliveryBrokeReason: Reason = {
  code: 'INTERNAL',
  reason: 'An error on the server kept it back.',
};

export function giveUpMessage(
  context: ServiceContext,
  row: ScheduledMessageRow,
): Promise<DeliveryOutcome> {
  return fail(context, row, deliveryBrokeReason);
}

function deactivated(whose: 'USER' | 'REALM'): Reason {
  const reason = whose === 'USER' ? 'Account is deactivated' : 'Organization is deactivated';
  return { code: `${whose}_DEACTIVATED`, reason };
}

async function fail(
  context: ServiceContext,
  row: ScheduledMessageRow,
  reason: Reason,
): Promise<DeliveryOutcome> {
  context.emit({
    payload: {
      ...{ type: 'scheduled_messages', op: 'update' },
      scheduled_message: wireScheduled({ ...row, failed: true }),
    },
    audience: [context.user.id],
  });
  await notifyAuthor(context, row, reason);
  return { id: row.id, ...reason };
}

async function notifyAuthor(
  context: ServiceContext,
  row: ScheduledMessageRow,
  { reason }: Reason,
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot) return;
  const time = new Date(row.scheduled_delivery_timestamp * 1000).toISOString();
  const content = [
    `Your message scheduled for <time:${time}> was not sent:`,
    reason.replace(/^/gm, '> '),
    '[Go to scheduled messages](#scheduled)',
  ].join('\n\n');
  const destination = await checkRecipients(bot, [context.user.id]);
  await sendToDestination(bot, destination, { content, readBySender: true });
}
