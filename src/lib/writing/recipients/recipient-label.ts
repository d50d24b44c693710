import { m } from '$lib/paraglide/messages';
import { listText } from '../../ui/list-text';
import {
  resolveRecipient,
  isDirectoryLoaded,
  type RecipientDirectory,
  type MessageRecipient,
} from './recipient';

/** The recipient in one line: "#design › new logo", "Ada, Grace". Empty until names are loaded. */
export function recipientLabel(recipient: MessageRecipient, directory: RecipientDirectory): string {
  const address = resolveRecipient(recipient, directory);
  if (address.kind === 'none') return m.ui_no_recipient();
  if (!isDirectoryLoaded(directory)) return '';
  if (address.kind === 'channel') {
    const name = `#${address.channel?.name ?? m.compose_channel_unknown()}`;
    return address.topic ? `${name} › ${address.topic}` : name;
  }
  return listText(
    address.ids.map((id) => directory.users.get(id)?.full_name ?? m.ui_unknown_person()),
  );
}
