import { useAccount } from '../../client/account.svelte';
import { useOutbox } from '../../client/outbox/outbox.svelte';
import { useRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import { useDraftDesk } from '../../features/drafts/desk.svelte';
import { reasonWords } from '../../features/drafts/draft-words';
import { Editing } from '../../features/scheduled/editing.svelte';
import { ScheduleDesk } from '../../features/scheduled/messages/desk.svelte';
import { useSeriesDesk } from '../../features/scheduled/series/desk.svelte';
import { LinkedFiles } from '../../features/uploads/linked';

/**
 * The account's scheduled messages, beside the drafts and files that they need; to be asked for while a
 * component starts.
 */
export function useScheduled() {
  const [rooms, account, toasts, outbox] = [useRooms(), useAccount(), useToasts(), useOutbox()];
  const draftDesk = useDraftDesk();
  const { drafts } = draftDesk;
  const createFiles = () => new LinkedFiles(account);
  const ports = { drafts, draftDesk, createFiles, reasonWords };
  const desk = rooms.one(ScheduleDesk, () => new ScheduleDesk(account, toasts, outbox, ports));
  const editing = rooms.one(Editing, () => new Editing(account, desk));
  return { desk, editing, seriesDesk: useSeriesDesk() };
}
