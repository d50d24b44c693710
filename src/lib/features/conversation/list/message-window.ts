import type { ServerEvent } from '../../../api/event-types';
import type { Message } from '../../../api/read-messages';
import { movedMessagesOf } from '../apply-message-event';
import {
  dependsOnPolicies,
  narrowIncludes,
  narrowIncludesConversation,
  type VisibilityPolicies,
} from './message-narrow';
import type { MessageWindow } from './message-cache';

/**
 * Maximum number of messages in a list, and how many more can arrive before the far end is dropped.
 */
const maxWindow = 2000;
const slack = 500;

/** Known messages; an outage might have hidden changes of `old` ones. */
interface Known {
  readonly messages: ReadonlyMap<number, Message>;
  readonly old: ReadonlySet<number>;
}

/** Whether an id is between the ends, where every matching message is shown. */
function isWithin({ ids, hasOldest, hasNewest }: MessageWindow, id: number): boolean {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return hasOldest && hasNewest;
  return (hasOldest || id > first) && (hasNewest || id < last);
}

/** Adds those of the touched messages that belong to the list, and removes the others. */
export function adjustWindow(
  window: MessageWindow,
  touched: ReadonlySet<number>,
  known: Known,
  policies: VisibilityPolicies,
): MessageWindow {
  if (!window.hasBegun && touched.size > 0) return withExpected(window, touched, known, policies);
  let { ids, expectedMax } = window;
  for (const id of touched) {
    const message = known.messages.get(id);
    const isIn = ids.includes(id);
    const belongs =
      message !== undefined &&
      (narrowIncludes(window.narrow, message, policies) ||
        (isIn && window.narrow.kind === 'starred'));
    if (isIn && !belongs) ids = ids.filter((one) => one !== id);
    if (isIn || !belongs || known.old.has(id)) continue;
    if (isWithin({ ...window, ids }, id)) ids = [...ids, id].sort((a, b) => a - b);
    else if (!window.hasNewest && id > (ids.at(-1) ?? 0)) expectedMax = Math.max(expectedMax, id);
  }
  if (ids === window.ids && expectedMax === window.expectedMax) return window;
  const isLost = ids.length === 0 && !(window.hasOldest && window.hasNewest);
  return { ...window, ids, expectedMax, isStale: window.isStale || isLost };
}

function withExpected(
  window: MessageWindow,
  touched: ReadonlySet<number>,
  known: Known,
  policies: VisibilityPolicies,
): MessageWindow {
  const here = [...touched].filter((id) => {
    const message = known.messages.get(id);
    return message && narrowIncludes(window.narrow, message, policies);
  });
  const expectedMax = Math.max(window.expectedMax, ...here);
  return expectedMax === window.expectedMax ? window : { ...window, expectedMax };
}

/**
 * If the server found nothing newer although an event reported a newer message, asks again, but
 * only once because the message might be deleted. Drops the far end of a very long list.
 */
export function settleWindow(window: MessageWindow, far: 'oldest' | 'newest'): MessageWindow {
  let next = window;
  if (next.hasBegun && next.hasNewest && next.expectedMax > 0) {
    const isShort = (next.ids.at(-1) ?? 0) < next.expectedMax;
    next = { ...next, hasNewest: !isShort, expectedMax: 0 };
  }
  if (next.ids.length <= maxWindow + slack) return next;
  return far === 'oldest'
    ? { ...next, ids: next.ids.slice(-maxWindow), hasOldest: false }
    : { ...next, ids: next.ids.slice(0, maxWindow), hasNewest: false };
}

/** Whether messages appeared between the ends that only the server has. */
export function hasUnknownArrivals(
  window: MessageWindow,
  event: ServerEvent,
  known: Known,
  policies: VisibilityPolicies,
): boolean {
  if (!window.hasBegun) return false;
  const { narrow } = window;
  if (isPolicyChange(event)) return dependsOnPolicies(narrow);
  const isUnknown = (id: number) =>
    (!known.messages.has(id) || known.old.has(id)) &&
    !window.ids.includes(id) &&
    isWithin(window, id);
  if (event.kind === 'update_message') {
    const { message_id, flags = [] } = event;
    const place = movedMessagesOf(event);
    if (
      place &&
      narrowIncludesConversation(narrow, place.recipient, policies) &&
      [...place.ids].some(isUnknown)
    ) {
      return true;
    }
    const isMention =
      narrow.kind === 'mentions' && flags.some((flag) => flag.includes('mentioned'));
    return isMention && message_id !== undefined && isUnknown(message_id);
  }
  if (event.kind !== 'update_message_flags/add') return false;
  return narrow.kind === 'starred' && event.flag === 'starred' && event.messages.some(isUnknown);
}

export const policyEventKinds = ['user_topic', 'subscription/update'] as const;

function isPolicyChange(event: ServerEvent): boolean {
  return (
    event.kind === 'user_topic' ||
    (event.kind === 'subscription/update' && event.property === 'is_muted')
  );
}

/** Removes messages in topics that the user has just muted or unfollowed. */
export function withoutHiddenTopics(
  window: MessageWindow,
  event: ServerEvent,
  known: Known,
  policies: VisibilityPolicies,
): MessageWindow {
  if (!isPolicyChange(event) || !dependsOnPolicies(window.narrow)) return window;
  const ids = window.ids.filter((id) => {
    const message = known.messages.get(id);
    return message && narrowIncludes(window.narrow, message, policies);
  });
  return { ...window, ids };
}
