import type { MessageRecipient } from '../../../writing/recipients/recipient';

/**
 * Whoever wrote it need not read it again, but for a note to oneself, which is there to be read.
 * Servers guess by the client's name, and do not know ours.
 * https://zulip.com/api/create-scheduled-message#parameter-read_by_sender
 */
export function isReadBySender(
  { type, to }: MessageRecipient,
  user_id: number | undefined,
): boolean {
  return type !== 'private' || to.some((id) => id !== user_id);
}
