import { untrack } from 'svelte';
import * as v from 'valibot';
import type { ResultOf } from '../../api/define';
import { ApiError } from '../../api/errors';
import { getMessage } from '../../api/read-messages';
import type { Reminder } from '../../api/reminder';
import type { Account } from '../../client/account.svelte';
import { readMemory, writeMemory } from '../../client/memory';
import { useRead } from '../../client/query';
import type { Body } from '../../writing/body';
import type { Recipient } from '../../writing/recipient';

export interface Target {
  /** The conversation and the Markdown of the message; null while it is not known. */
  readonly body: Body | null;
  /** Of the message; without an answer, where it was when this device was told last. */
  readonly recipient: Recipient | undefined;
  /** It was deleted, or may not be seen any more. */
  readonly isGone: boolean;
  readonly isPending: boolean;
}

/** The message that a reminder points at, asked for once; call it while a component starts. */
export function useTarget(account: Account, reminder: () => Reminder): () => Target {
  const found = useRead(account, getMessage, () => ({
    params: {
      message_id: reminder().reminder_target_message_id,
      apply_markdown: false,
      allow_empty_topic_name: true,
    },
    retry: false,
  }));
  const body = $derived(found.data ? bodyOf(found.data, account.user_id) : null);
  $effect(() => {
    const { reminder_target_message_id: id } = reminder();
    if (body) untrack(() => remember(account.id, id, body));
  });
  return () => ({
    body,
    recipient: body ?? recipientOf(account.id, reminder().reminder_target_message_id),
    isGone: found.error instanceof ApiError && found.error.code === 'BAD_REQUEST',
    isPending: found.isPending,
  });
}

const name = 'reminder-places';
const placesSchema = v.array(
  v.object({
    id: v.number(),
    type: v.picklist(['stream', 'private']),
    to: v.array(v.number()),
    topic: v.string(),
  }),
);
/** Of the messages of that many reminders; the oldest go first. */
const most = 200;

function placesKept(account: string) {
  const kept = v.safeParse(placesSchema, readMemory(account, name));
  return kept.success ? kept.output : [];
}

function remember(account: string, id: number, { type, to, topic }: Recipient): void {
  const others = placesKept(account).filter((one) => one.id !== id);
  writeMemory(account, name, [...others, { id, type, to, topic }].slice(-most));
}

function recipientOf(account: string, id: number): Recipient | undefined {
  return placesKept(account).find((one) => one.id === id);
}

function bodyOf({ message, raw_content }: ResultOf<typeof getMessage>, own: number | undefined) {
  const { stream_id, subject, display_recipient } = message;
  if (stream_id !== undefined) {
    return { type: 'stream', to: [stream_id], topic: subject, content: raw_content } as const;
  }
  const ids = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id);
  const others = ids.filter((id) => id !== own);
  const to = others.length > 0 ? others : ids;
  return { type: 'private', to, topic: '', content: raw_content } as const;
}
