import { useAccount } from '../../client/account.svelte';
import { useRooms } from '../../client/rooms.svelte';
import { MessageEdits } from '../../features/conversation/editing/edits.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { Body } from '../../writing/body';

/** The account's changes of sent messages; to be asked for while a component starts. */
export function useMessageEdits(): MessageEdits {
  const [rooms, account, drafts] = [useRooms(), useAccount(), useDrafts()];
  const toDraft = (body: Body) => {
    const key = drafts.create(body);
    drafts.edit(key, body.content);
    drafts.blur(key);
  };
  return rooms.one(MessageEdits, () => new MessageEdits(account, toDraft));
}
