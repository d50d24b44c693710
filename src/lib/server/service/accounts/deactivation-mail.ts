import type { ServiceContext } from '../context';
import type { MailMessage } from '../mail';
import type { UserRow } from '../model';

/**
 * Email telling a user that their account was deactivated, with the administrator's comment, if
 * any.
 */
export function deactivationMail(
  { realm, user }: ServiceContext,
  person: UserRow,
  comment: string,
): MailMessage {
  const words = comment.trim() === '' ? '' : `\n${user.full_name} adds:\n\n${comment.trim()}\n`;
  const text = `Hello ${person.full_name},

your account in the organization ${realm.name} has been deactivated, and you cannot sign in to it any more.
${words}`;
  const subject = `Your account in ${realm.name} has been deactivated`;
  return { to: person.delivery_email, subject, text };
}
