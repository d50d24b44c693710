import type { MessageRecipient } from '../../../writing/recipients/recipient';

/**
 * Whether to mark the message as read for its sender: yes, except for a note to self, which is
 * meant to be read. By default, servers decide by the client's name, and they don't know ours.
 * https://zulip.com/api/create-scheduled-message#parameter-read_by_sender
 */
export function isReadBySender(
  { type, to }: MessageRecipient,
  user_id: number | undefined,
): boolean {
  return type !== 'private' || to.some((id) => id !== user_id);
}
