import { m } from '$lib/paraglide/messages';
import { addressOf, isTold, type Directory, type Recipient } from './recipient';

/** To whom, in one line: "#design › new logo", "Ada, Grace". Empty before names are known. */
export function recipientWords(recipient: Recipient, directory: Directory): string {
  const address = addressOf(recipient, directory);
  if (address.kind === 'none') return m.drafts_no_recipient();
  if (!isTold(directory)) return '';
  if (address.kind === 'channel') {
    const name = `#${address.channel?.name ?? m.compose_channel_unknown()}`;
    return address.topic ? `${name} › ${address.topic}` : name;
  }
  return address.ids
    .map((id) => directory.users.get(id)?.full_name ?? m.compose_person_unknown())
    .join(', ');
}
