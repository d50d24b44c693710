import { untrack } from 'svelte';
import * as v from 'valibot';
import type { ResultOf } from '../../api/define-operation';
import { ApiError } from '../../api/errors';
import { getMessage } from '../../api/read-messages';
import type { Reminder } from '../../api/reminder';
import type { Account } from '../../client/account/account.svelte';
import {
  deleteAccountStorage,
  accountStorageNames,
  readAccountStorageAs,
  writeAccountStorage,
} from '../../client/storage/account-storage';
import { useRead } from '../../client/account/query';
import type { AddressedText } from '../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../writing/recipients/recipient';

export interface ReminderTarget {
  /** The message's conversation and Markdown. Null while unknown. */
  readonly body: AddressedText | null;
  /** The message's conversation. Until it has loaded, the one last stored on this device. */
  readonly recipient: MessageRecipient | undefined;
  /** The message was deleted or is no longer visible to the user. */
  readonly isGone: boolean;
  readonly isPending: boolean;
}

/** The message a reminder points at, loaded once. Call during component initialization. */
export function useReminderTarget(
  account: Account,
  reminder: () => Reminder,
): () => ReminderTarget {
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
    if (body) untrack(() => remember(account, id, body));
  });
  return () => ({
    body,
    recipient: body ?? recipientOf(account.id, reminder().reminder_target_message_id),
    isGone: found.error instanceof ApiError && found.error.code === 'BAD_REQUEST',
    isPending: found.isPending,
  });
}

/** Prefix of storage keys. One key per message, so that each is read and written separately. */
const start = 'reminder-place';
const nameOf = (message: number) => `${start}/${message}`;
const placeSchema = v.object({
  type: v.picklist(['stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
});

/** Accounts whose outdated entries have been deleted since the app started. */
const tidied = new WeakSet<Account>();

function remember(account: Account, message: number, { type, to, topic }: MessageRecipient): void {
  writeAccountStorage(account.id, nameOf(message), { type, to, topic });
  const { reminders } = account.state ?? {};
  if (!reminders || tidied.has(account)) return;
  tidied.add(account);
  const names = new Set(reminders.map((one) => nameOf(one.reminder_target_message_id)));
  names.add(nameOf(message));
  for (const name of accountStorageNames(account.id, start)) {
    if (!names.has(name)) deleteAccountStorage(account.id, name);
  }
}

function recipientOf(account: string, message: number): MessageRecipient | undefined {
  return readAccountStorageAs(account, nameOf(message), placeSchema);
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
