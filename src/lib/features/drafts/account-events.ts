import type { EventKind, EventOf } from '$lib/api/event-types';
import type { RegisterState } from '$lib/api/register';
import type { DraftLimits } from './engine/draft-body';
import type { DraftEngineEvent } from './engine/engine';

/** Engine events for a full state from the server, in order. `known` holds the limits so far. */
export function draftEventsOfState(
  state: RegisterState,
  known: DraftLimits,
): readonly DraftEngineEvent[] {
  const enabled = state.user_settings?.enable_drafts_synchronization;
  const limits = {
    maxContent: state.max_message_length ?? known.maxContent,
    maxTopic: state.max_topic_length ?? known.maxTopic,
    selfId: state.user_id ?? null,
  };
  return [
    { type: 'limits', limits },
    ...(enabled === undefined ? [] : [{ type: 'sync', value: enabled } as const]),
    { type: 'registered', message: state.max_message_id },
  ];
}

export const draftEventKinds = [
  'drafts/add',
  'drafts/update',
  'drafts/remove',
  'user_settings/update',
] as const satisfies readonly EventKind[];

/** Engine event for an event of the account, or null if it isn't about drafts. */
export function draftEventOf(
  event: EventOf<(typeof draftEventKinds)[number]>,
): DraftEngineEvent | null {
  const { id } = event;
  switch (event.kind) {
    case 'drafts/add':
      return { type: 'event', id, event: { op: 'add', drafts: event.drafts } };
    case 'drafts/update':
      return { type: 'event', id, event: { op: 'update', draft: event.draft } };
    case 'drafts/remove':
      return { type: 'event', id, event: { op: 'remove', draft_id: event.draft_id } };
    case 'user_settings/update':
      return event.property === 'enable_drafts_synchronization'
        ? { type: 'sync', value: event.value === true }
        : null;
  }
}
