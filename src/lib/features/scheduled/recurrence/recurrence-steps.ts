import { ApiError } from '../../../api/errors';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from '../../../api/scheduled-messages';
import type { ApiCaller } from '../../../client/calls/call';
import { isSameRecipient } from '../../../writing/sending/addressed-text';
import { isReadBySender } from '../messages/read-by-sender';
import {
  scheduledRecipientParams,
  scheduledItemOf,
  type ScheduledItem,
} from '../messages/scheduled-item';
import { hasSameText, type PlannedMessage } from './recurrence-record';

/** One call for one message of a recurring message. */
export type RecurrenceStep =
  | {
      readonly kind: 'create';
      readonly to: PlannedMessage;
      /** The message's id before it was deleted. */
      readonly was?: number;
    }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly from: PlannedMessage;
      readonly to: PlannedMessage;
    }
  | { readonly kind: 'delete'; readonly id: number; readonly from: PlannedMessage };

export interface CompletedStep {
  readonly step: RecurrenceStep;
  /** The affected message. */
  readonly id: number;
  /**
   * Nothing was done: the message to create already existed, or the one to change or delete was
   * gone. It isn't undone either.
   */
  readonly idle: boolean;
}

export interface StepsOutcome {
  readonly done: readonly CompletedStep[];
  /** Steps not done, starting with the one that failed. */
  readonly left: readonly RecurrenceStep[];
  /** What `call` threw; absent if all steps are done. */
  readonly why?: unknown;
}

export interface StepPorts {
  readonly call: ApiCaller;
  /** The user who schedules. */
  readonly user_id: number | undefined;
  readonly onDone: (done: CompletedStep) => void;
  /** The server asks to wait this many seconds; 0 when the steps continue. */
  readonly onWait: (seconds: number) => void;
  readonly pause: (seconds: number) => Promise<void>;
}

/** A longer wait counts as a failure. */
const maxWaitSeconds = 120;

/**
 * Runs steps in order and stops at the first failure. Never creates a message that already exists:
 * the list is fetched first, and again after a lost reply, so the remaining steps can be retried.
 */
export async function runSteps(
  steps: readonly RecurrenceStep[],
  ports: StepPorts,
): Promise<StepsOutcome> {
  const done: CompletedStep[] = [];
  /** The messages before the steps began, fetched before the first one is created. */
  let stood: readonly ScheduledItem[] | null = null;
  for (const [at, step] of steps.entries()) {
    try {
      if (step.kind === 'create') stood ??= await list(ports.call);
      const result = await take(step, stood ?? [], ports);
      done.push(result);
      ports.onDone(result);
    } catch (why) {
      return { done, left: steps.slice(at), why };
    }
  }
  return { done, left: [] };
}

async function take(
  step: RecurrenceStep,
  stood: readonly ScheduledItem[],
  ports: StepPorts,
): Promise<CompletedStep> {
  for (;;) {
    try {
      switch (step.kind) {
        case 'create':
          return await create(step, stood, ports);
        case 'update':
          await update(step, ports.call);
          return { step, id: step.id, idle: false };
        case 'delete':
          await ports.call(deleteScheduledMessage, { scheduled_message_id: step.id });
          return { step, id: step.id, idle: false };
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (step.kind !== 'create' && failure.status === 404)
        return { step, id: step.id, idle: true };
      if (failure.code !== 'RATE_LIMIT_HIT') throw failure;
      const seconds = Math.max(Math.ceil(Number(failure.fields['retry-after']) || 1), 1);
      if (seconds > maxWaitSeconds) throw failure;
      ports.onWait(seconds);
      await ports.pause(seconds);
      ports.onWait(0);
    }
  }
}

async function create(
  step: RecurrenceStep & { readonly kind: 'create' },
  stood: readonly ScheduledItem[],
  { call, user_id }: StepPorts,
): Promise<CompletedStep> {
  const before = find(step.to, stood);
  if (before) return { step, id: before.id, idle: true };
  const { body, timestamp } = step.to;
  try {
    const made = await call(createScheduledMessage, {
      ...scheduledRecipientParams(body),
      content: body.content,
      scheduled_delivery_timestamp: timestamp,
      read_by_sender: isReadBySender(body, user_id),
    });
    return { step, id: made.scheduled_message_id, idle: false };
  } catch (failure) {
    if (failure instanceof ApiError) throw failure;
    const known = new Set(stood.map(({ id }) => id));
    // If the list fails too, the step isn't done, and the next try fetches the list first.
    const now = await list(call).catch(() => []);
    const found = find(
      step.to,
      now.filter(({ id }) => !known.has(id)),
    );
    if (!found) throw failure;
    return { step, id: found.id, idle: false };
  }
}

async function update(
  { id, from, to }: RecurrenceStep & { readonly kind: 'update' },
  call: ApiCaller,
) {
  await call(updateScheduledMessage, {
    scheduled_message_id: id,
    ...(!isSameRecipient(from.body, to.body) && scheduledRecipientParams(to.body)),
    ...(from.body.content !== to.body.content && { content: to.body.content }),
    ...(from.timestamp !== to.timestamp && { scheduled_delivery_timestamp: to.timestamp }),
  });
}

async function list(call: ApiCaller): Promise<readonly ScheduledItem[]> {
  return (await call(getScheduledMessages, {})).scheduled_messages.map(scheduledItemOf);
}

function find(wanted: PlannedMessage, items: readonly ScheduledItem[]): ScheduledItem | undefined {
  return items.find(
    (item) =>
      !item.failed && item.timestamp === wanted.timestamp && hasSameText(item.body, wanted.body),
  );
}

/**
 * Steps that undo the completed ones, last first. Messages that would be in the past are left out.
 */
export function inverseSteps(
  done: readonly CompletedStep[],
  now: number,
): readonly RecurrenceStep[] {
  return done.toReversed().flatMap(({ step, id, idle }): RecurrenceStep[] => {
    if (idle) return [];
    switch (step.kind) {
      case 'create':
        return [{ kind: 'delete', id, from: step.to }];
      case 'update':
        return step.from.timestamp > now
          ? [{ kind: 'update', id, from: step.to, to: step.from }]
          : [];
      case 'delete':
        return step.from.timestamp > now ? [{ kind: 'create', to: step.from, was: id }] : [];
    }
  });
}
