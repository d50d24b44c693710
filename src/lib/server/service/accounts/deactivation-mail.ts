import type { Context } from '../context';
import type { Mail } from '../mail';
import type { User } from '../model';

/** Tells somebody that their account has ended, in the words of who ended it, if there are any. */
export function deactivationMail({ realm, user }: Context, person: User, comment: string): Mail {
  const words = comment.trim() === '' ? '' : `\n${user.full_name} adds:\n\n${comment.trim()}\n`;
  const text = `Hello ${person.full_name},

your account in the organization ${realm.name} has been deactivated, and you cannot sign in to it any more.
${words}`;
  const subject = `Your account in ${realm.name} has been deactivated`;
  return { to: person.delivery_email, subject, text };
}
