import type { ResultOf } from '../../api/define';
import { ApiError } from '../../api/errors';
import { getMessage } from '../../api/read-messages';
import type { Reminder } from '../../api/reminder';
import type { Account } from '../../client/account.svelte';
import { useRead } from '../../client/query';
import type { Body } from '../../writing/body';

export interface Target {
  /** The conversation and the Markdown of the message; null while it is not known. */
  readonly body: Body | null;
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
  return () => ({
    body: found.data ? bodyOf(found.data, account.user_id) : null,
    isGone: found.error instanceof ApiError && found.error.code === 'BAD_REQUEST',
    isPending: found.isPending,
  });
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
