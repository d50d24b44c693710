import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { asNotificationBot } from '../users/notification-bot';
import { sendToDestination } from './destination';
import { normaliseContent } from './normalise';

/** Sends the Notification Bot's welcome message to a user. Returns the message's id. */
export async function sendWelcome(
  context: ServiceContext,
  person: UserRow,
  text: string,
): Promise<number> {
  const bot = await asNotificationBot(context);
  if (!bot) throw badRequest('This organization has no bot that can send a welcome message.');
  const participants = [person, bot.user].toSorted((a, b) => a.id - b.id);
  const content = normaliseContent(text);
  return sendToDestination(bot, { kind: 'people', participants }, { content, readBySender: true });
}
