import { m } from '$lib/paraglide/messages';
import { ApiError } from '../../api/errors';
import { deleteScheduledMessage } from '../../api/scheduled-messages';
import { describe } from '../../client/error-table';
import { recipientWords } from '../compose/recipient-words';
import type { Caret, Desk } from './desk.svelte';
import { sameBody, type Body } from './engine/body';
import { scheduleOnce, ScheduledPerhaps } from './schedule-once';

interface Scheduled {
  readonly key: string;
  readonly id: number;
  readonly body: Body;
}

/** When it goes out: UNIX seconds, and in words with weekday, time and zone. */
export interface When {
  readonly timestamp: number;
  readonly words: string;
}

/**
 * Schedules drafts, each as it stands now. A draft goes once the server has accepted it, unless it was
 * written on meanwhile; what fails stays, and `desk.scheduling` says why. Resolves to the drafts that
 * are gone. The notice undoes it: text, recipient and `caret` come back.
 */
export async function scheduleDrafts(
  desk: Desk,
  keys: readonly string[],
  when: When,
  caret?: Caret,
): Promise<readonly string[]> {
  const done: Scheduled[] = [];
  const gone: string[] = [];
  for (const key of desk.sendable(keys)) {
    const body = desk.drafts.get(key)?.body;
    if (!body || desk.scheduling.get(key)?.state === 'busy') continue;
    const id = await scheduleOne(desk, key, { body, timestamp: when.timestamp });
    if (id === null) continue;
    done.push({ key, id, body });
    if (!isUnchanged(desk, key, body)) continue;
    desk.drafts.remove([key], 'scheduled');
    gone.push(key);
  }
  if (done.length > 0) tell(desk, done, when, caret);
  return gone;
}

async function scheduleOne(
  desk: Desk,
  key: string,
  wanted: { readonly body: Body; readonly timestamp: number },
): Promise<number | null> {
  const { account, drafts, scheduling, doubts } = desk;
  scheduling.set(key, { state: 'busy' });
  try {
    const id = await scheduleOnce(account, wanted, drafts.limits, doubts.get(key));
    scheduling.delete(key);
    doubts.delete(key);
    return id;
  } catch (failure) {
    const isOpen = failure instanceof ScheduledPerhaps;
    if (isOpen) doubts.set(key, failure.wanted);
    const text = isOpen
      ? m.outgoing_schedule_perhaps()
      : m.outgoing_not_scheduled({ reason: describe(failure) });
    scheduling.set(key, { state: 'failed', failure: text });
    return null;
  }
}

function isUnchanged({ drafts }: Desk, key: string, body: Body): boolean {
  const now = drafts.get(key)?.body;
  return now !== undefined && sameBody(now, body);
}

const toast = 'drafts-scheduled';

function tell(desk: Desk, done: readonly Scheduled[], when: When, caret?: Caret): void {
  const [first] = done;
  const recipient = first ? recipientWords(first.body, desk.account) : '';
  desk.toasts.show({
    key: toast,
    tone: 'success',
    text:
      done.length === 1
        ? m.outgoing_scheduled_one({ recipient, time: when.words })
        : m.outgoing_scheduled({ count: done.length, time: when.words }),
    action: { label: m.drafts_undo(), run: () => void undo(desk, done, when, caret) },
  });
}

/** What can't be taken back for want of an answer can be tried again. */
async function undo(
  desk: Desk,
  done: readonly Scheduled[],
  when: When,
  caret?: Caret,
): Promise<void> {
  const left: Scheduled[] = [];
  let why: unknown;
  for (const one of done) {
    try {
      await desk.account.call(deleteScheduledMessage, { scheduled_message_id: one.id });
    } catch (failure) {
      // Gone before its time it was deleted: elsewhere, or by a try whose answer was lost.
      if (!isGone(failure) || Date.now() >= when.timestamp * 1000) {
        why = failure;
        if (!isGone(failure)) left.push(one);
        continue;
      }
    }
    const key = bringBack(desk, one);
    if (done.length === 1) desk.onback(key, caret);
  }
  if (why === undefined) return;
  desk.toasts.show({
    key: toast,
    tone: 'danger',
    text: isGone(why) ? m.outgoing_undo_late() : m.outgoing_undo_failed({ reason: describe(why) }),
    ...(left.length > 0 && {
      action: { label: m.drafts_undo(), run: () => void undo(desk, left, when, caret) },
    }),
  });
}

function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 404;
}

/** Key of the draft that it is again; unless it was written on, and is one still. */
function bringBack(desk: Desk, { key, body }: Scheduled): string {
  if (isUnchanged(desk, key, body)) return key;
  const [back] = desk.bringBack([key], 'scheduled');
  if (back !== undefined) return back;
  const fresh = desk.drafts.create(body);
  desk.drafts.edit(fresh, body.content);
  return fresh;
}
