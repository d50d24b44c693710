import { ApiError } from '../../../api/errors';
import type { ApiCaller } from '../../../client/calls/call';
import { sendOutboxStep, type OutboxHandler } from '../../../client/outbox/outbox-handler';
import { nextOutboxStep, type ServerRows } from '../../../client/outbox/row-rules';
import { timedFieldsOf } from '../../../writing/sending/timed-text';
import type { PlannedMessage } from './recurrence-record';

/** One change of one message of a recurring message. */
export interface RecurrenceStep {
  /** The message. For one to create: its id before it was deleted, or null if it is new. */
  readonly id: number | null;
  /** Null to create it. */
  readonly from: PlannedMessage | null;
  /** Null to delete it. */
  readonly to: PlannedMessage | null;
}

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
  /** How scheduled messages are compared and sent. */
  readonly kind: OutboxHandler;
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
  let stood: ServerRows | null = null;
  for (const [at, step] of steps.entries()) {
    try {
      if (step.from === null) stood ??= await ports.kind.list(ports.call);
      const result = await take(step, stood ?? new Map(), ports);
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
  stood: ServerRows,
  ports: StepPorts,
): Promise<CompletedStep> {
  for (;;) {
    try {
      return await send(step, stood, ports);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (step.from && failure.status === 404) return { step, id: step.id ?? 0, idle: true };
      if (failure.code !== 'RATE_LIMIT_HIT') throw failure;
      const seconds = Math.max(Math.ceil(Number(failure.fields['retry-after']) || 1), 1);
      if (seconds > maxWaitSeconds) throw failure;
      ports.onWait(seconds);
      await ports.pause(seconds);
      ports.onWait(0);
    }
  }
}

async function send(
  step: RecurrenceStep,
  stood: ServerRows,
  { call, kind }: StepPorts,
): Promise<CompletedStep> {
  const [from, to] = [fieldsOf(step.from), fieldsOf(step.to)];
  const next = (rows: ServerRows | null, others: readonly number[]) =>
    // The times of planned messages are in the future: the server refuses past ones.
    nextOutboxStep(
      { row: step.id ?? 0, from, to, tried: rows && { to, after: -1, others } },
      rows,
      kind,
      0,
    );
  const first = next(from ? null : stood, []);
  if (first.do === 'ask') throw new Error(`A planned message is ${first.problem}.`);
  if (first.do === 'nothing') return { step, id: first.row, idle: from === null };
  try {
    return { step, id: await sendOutboxStep(kind, call, first, to), idle: false };
  } catch (failure) {
    if (from || failure instanceof ApiError) throw failure;
    // If the list fails too, the step isn't done, and the next try fetches the list first.
    const found = next(await kind.list(call).catch(() => new Map()), [...stood.keys()]);
    if (found.do !== 'nothing') throw failure;
    return { step, id: found.row, idle: false };
  }
}

const fieldsOf = (message: PlannedMessage | null) =>
  message && timedFieldsOf(message.body, message.timestamp);

/**
 * Steps that undo the completed ones, last first. Messages that would be in the past are left out.
 */
export const inverseSteps = (
  done: readonly CompletedStep[],
  now: number,
): readonly RecurrenceStep[] =>
  done
    .toReversed()
    .filter(({ idle }) => !idle)
    .map(({ step, id }) => ({ id, from: step.to, to: step.from }))
    .filter(({ to }) => to === null || to.timestamp > now);
