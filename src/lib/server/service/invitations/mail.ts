import type { ServiceContext } from '../context';
import type { MailMessage } from '../mail';
import { invitationLink, type Invitation } from './find';

/** Email confirming the address of someone who wants to join through a reusable link. */
export function joinMail(
  context: Pick<ServiceContext, 'realm' | 'baseUrl'>,
  row: Invitation,
): MailMessage {
  const { realm } = context;
  const link = invitationLink(context, row);
  const text = `Hello,

someone wants to join ${realm.name} with this email address. If it was you, follow this link within a day to confirm the address and create your account:

${link}

If you didn't ask for this, you can ignore this email. Without the link, no one can join with your address.
`;
  const subject = `Confirm your email address to join ${realm.name}`;
  return { to: row.email ?? '', subject, text, link };
}

export function invitationMail(context: ServiceContext, row: Invitation): MailMessage {
  const { realm, user } = context;
  const link = invitationLink(context, row);
  const subject = `${user.full_name} has invited you to join ${realm.name}`;
  const text = `Hello,

${user.full_name} wants you to join the organization ${realm.name}. Follow this link to make your account:

${link}

If you do not know what this is about, leave this mail aside.
`;
  return { to: row.email ?? '', subject, text, link };
}
