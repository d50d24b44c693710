import { m } from '$lib/paraglide/messages';
import type { ChangeOutcome } from '../../client/outbox/outbox.svelte';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { timedFieldsOf } from '../../writing/sending/timed-text';
import { changeProblemLabel } from '../../writing/sending/change-problem-label';
import type { CaretRange, DraftActions } from './draft-actions.svelte';
import { sameDraftBody, type DraftBody } from './engine/draft-body';

interface Scheduled {
  readonly key: string;
  /** Id of the scheduled message, in the outbox or on the server. */
  readonly row: number;
  readonly body: DraftBody;
}

/** When the message is sent: UNIX seconds, and a label with weekday, time and zone. */
export interface ScheduleTime {
  readonly timestamp: number;
  readonly words: string;
}

/**
 * Schedules drafts with their current text, immediately or once there is a connection. A draft is
 * hidden from then on and deleted once the server has accepted it. If the server refuses it, it
 * stays, and `draftActions.scheduling` has the reason. The toast offers undo, which restores text,
 * recipient and `caret`.
 */
export async function scheduleDrafts(
  draftActions: DraftActions,
  keys: readonly string[],
  when: ScheduleTime,
  caret?: CaretRange,
): Promise<void> {
  const done: Scheduled[] = [];
  const gone: string[] = [];
  let isWaiting = false;
  for (const key of draftActions.sendable(keys)) {
    const body = draftActions.drafts.get(key)?.body;
    if (!body || draftActions.scheduling.get(key)?.state === 'busy') continue;
    draftActions.scheduling.set(key, { state: 'busy' });
    const { row, outcome } = draftActions.outbox.make(
      'scheduled',
      timedFieldsOf(body, when.timestamp),
      key,
    );
    const settled = await outcome;
    draftActions.scheduling.delete(key);
    if (settled.state === 'problem') {
      refuse(draftActions, key, settled.change);
      continue;
    }
    isWaiting ||= settled.state === 'waits';
    done.push({ key, row, body });
    if (!draftActions.drafts.get(key) || isUnchanged(draftActions, key, body)) gone.push(key);
  }
  if (done.length > 0) announce(draftActions, done, when, isWaiting, caret);
  draftActions.announceScheduled(gone);
}

function refuse(
  draftActions: DraftActions,
  key: string,
  change: Extract<ChangeOutcome, { state: 'problem' }>['change'],
): void {
  void draftActions.outbox.drop(change);
  const reason = changeProblemLabel(change, draftActions.account);
  draftActions.scheduling.set(key, {
    state: 'failed',
    failure: m.drafts_not_scheduled({ reason }),
  });
}

const toast = 'drafts-scheduled';

function announce(
  draftActions: DraftActions,
  done: readonly Scheduled[],
  { timestamp, words: time }: ScheduleTime,
  isWaiting: boolean,
  caret?: CaretRange,
): void {
  const [first] = done;
  const recipient = first ? recipientLabel(first.body, draftActions.account) : '';
  const count = done.length;
  const one = isWaiting ? m.outbox_will_schedule_one : m.drafts_scheduled_one;
  const many = isWaiting ? m.outbox_will_schedule_many : m.drafts_scheduled;
  draftActions.toasts.show({
    key: toast,
    tone: isWaiting ? 'neutral' : 'success',
    text: count === 1 ? one({ recipient, time }) : many({ count, time }),
    undo: () => undo(draftActions, done, timestamp, caret),
  });
}

/**
 * Removes the messages from the schedule or the outbox, immediately or once there is a connection.
 */
async function undo(
  draftActions: DraftActions,
  done: readonly Scheduled[],
  timestamp: number,
  caret?: CaretRange,
): Promise<void> {
  await draftActions.drafts.whenRemoved(done.map(({ key }) => key));
  // Safely saved as drafts before they are unscheduled.
  const drafted = done.map((one) => ({ one, key: bringBack(draftActions, one) }));
  const refused = await draftActions.keep(drafted.map(({ key }) => key));
  const left: Scheduled[] = [];
  let text: string | undefined;
  for (const { one, key } of drafted) {
    const isAway = draftActions.outbox.drafts.has(key);
    const reason = refused.get(key) ?? (await takeOff(draftActions, one, timestamp, key));
    if (reason === null) {
      if (done.length === 1) draftActions.announceUndone(key, caret);
      continue;
    }
    const isHere = reason === 'late' || !isAway;
    if (isHere && isUnchanged(draftActions, key, one.body))
      draftActions.drafts.remove([key], 'scheduled');
    if (reason !== 'late') left.push(one);
    text =
      reason === 'late' ? m.drafts_unscheduling_late() : m.drafts_unscheduling_failed({ reason });
  }
  if (text === undefined) return;
  draftActions.toasts.show({
    key: toast,
    tone: 'danger',
    text,
    ...(left.length > 0 && {
      undo: () => undo(draftActions, left, timestamp, caret),
    }),
  });
}

/**
 * Null if the message is no longer scheduled, or won't be. Otherwise `late` if it was already sent,
 * or why it can't be canceled.
 */
async function takeOff(
  { outbox, account }: DraftActions,
  one: Scheduled,
  timestamp: number,
  key: string,
) {
  const from = timedFieldsOf(one.body, timestamp);
  const desired = { kind: 'scheduled', row: one.row, from, to: null, instead: key } as const;
  const outcome = await outbox.request(desired);
  if (outcome.state !== 'problem') return null;
  const { change } = outcome;
  void outbox.drop(change);
  return change.problem === 'gone' ? 'late' : changeProblemLabel(change, account);
}

/** Key of the restored draft, or of the existing one if it was edited since. */
function bringBack(draftActions: DraftActions, { key, body }: Scheduled): string {
  if (isUnchanged(draftActions, key, body)) return key;
  const [back] = draftActions.restore([key], 'scheduled');
  if (back !== undefined) return back;
  const fresh = draftActions.drafts.create(body);
  draftActions.drafts.edit(fresh, body.content);
  return fresh;
}

function isUnchanged({ drafts }: DraftActions, key: string, body: DraftBody): boolean {
  const now = drafts.get(key)?.body;
  return now !== undefined && sameDraftBody(now, body);
}
