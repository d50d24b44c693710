import type { Context } from '../context';
import type { Mail } from '../mail';
import { linkOf, type Invitation } from './find';

/** The mail that brings somebody their link. */
export function invitationMail(context: Context, row: Invitation): Mail {
  const { realm, user } = context;
  const link = linkOf(context, row);
  const subject = `${user.full_name} has invited you to join ${realm.name}`;
  const text = `Hello,

${user.full_name} wants you to join the organization ${realm.name}. Follow this link to make your account:

${link}

If you do not know what this is about, leave this mail aside.
`;
  return { to: row.email ?? '', subject, text, link };
}
