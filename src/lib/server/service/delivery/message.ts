import type { failureCodes } from '$lib/api/scheduled-messages';
import { eq } from 'drizzle-orm';
import type { Context, Emission } from '../context';
import { scheduledMessages } from '../db/schema/scheduled';
import { Refusal, ServiceFailure } from '../failure';
import { checkPeople, sendTo } from '../messages/destination';
import { destinationOf } from '../scheduled/compose';
import { wireScheduled, type ScheduledRow } from '../scheduled/wire';
import { asNotificationBot } from '../users/notification-bot';

/** Later than this it would mislead more than it tells. Source: level 420's behaviour. */
const longestDelay = 10 * 60_000;

interface Reason {
  readonly code: (typeof failureCodes)[number] | (string & {});
  readonly text: string;
}

/**
 * Turns a claimed row into the message that it is, after the checks of sending; or into one that
 * failed, of which the author is told. Authors and organizations that are deactivated hear nothing.
 */
export async function deliverMessage(context: Context, row: ScheduledRow): Promise<void> {
  const { user, realm, clock } = context;
  if (!user.is_active) return markFailed(context, row, deactivated('USER'));
  if (!realm.is_active) return markFailed(context, row, deactivated('REALM'));
  if (clock.now() - row.scheduled_delivery_timestamp * 1000 > longestDelay) {
    return fail(context, row, {
      code: 'TOO_LATE',
      text: 'The server could not send it in time.',
    });
  }
  const sent: Emission[] = [];
  let id: number;
  try {
    id = await send({ ...context, emit: (emission) => void sent.push(emission) }, row);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const code = error instanceof Refusal ? error.why : error.code;
    return fail(context, row, { code, text: error.message });
  }
  await context.tx
    .update(scheduledMessages)
    .set({
      ...{ content: '', rendered_content: '', topic: '' },
      delivered_message_id: id,
      delivered_at: new Date(clock.now()),
    })
    .where(eq(scheduledMessages.id, row.id));
  context.emit({
    payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
    audience: [user.id],
  });
  for (const emission of sent) context.emit(emission);
}

async function send(context: Context, row: ScheduledRow): Promise<number> {
  const sender = { ...context, client: row.client };
  const to = row.type === 'stream' ? row.to[0]! : row.to;
  const destination = await destinationOf(sender, row.type, to, row.topic);
  return sendTo(sender, destination, { content: row.content, readBySender: row.read_by_sender });
}

/** For a row on which delivery itself broke down. */
export async function giveUpMessage(context: Context, row: ScheduledRow): Promise<void> {
  await fail(context, row, { code: 'INTERNAL', text: 'An error on the server kept it back.' });
}

function deactivated(whose: 'USER' | 'REALM'): Reason {
  const text = whose === 'USER' ? 'Account is deactivated' : 'Organization is deactivated';
  return { code: `${whose}_DEACTIVATED`, text };
}

async function fail(context: Context, row: ScheduledRow, reason: Reason): Promise<void> {
  await markFailed(context, row, reason);
  context.emit({
    payload: {
      ...{ type: 'scheduled_messages', op: 'update' },
      scheduled_message: wireScheduled({ ...row, failed: true }),
    },
    audience: [context.user.id],
  });
  await tellAuthor(context, row, reason);
}

async function markFailed({ tx, clock }: Context, row: ScheduledRow, reason: Reason) {
  await tx
    .update(scheduledMessages)
    .set({
      failed: true,
      failure_code: reason.code,
      failure_reason: reason.text,
      failed_at: new Date(clock.now()),
    })
    .where(eq(scheduledMessages.id, row.id));
}

async function tellAuthor(context: Context, row: ScheduledRow, { text }: Reason): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot) return;
  const time = new Date(row.scheduled_delivery_timestamp * 1000).toISOString();
  const content = [
    `Your message scheduled for <time:${time}> was not sent:`,
    text.replace(/^/gm, '> '),
    '[Go to scheduled messages](#scheduled)',
  ].join('\n\n');
  const destination = await checkPeople(bot, [context.user.id]);
  await sendTo(bot, destination, { content, readBySender: true });
}
