import { onTestFinished, vi } from 'vitest';
import type { ApiOperation, ParamsOf } from '../../src/lib/api/define-operation';
import type { OperationId, OperationTable } from '../../src/lib/api/operations';
import type { RegisterState } from '../../src/lib/api/register';
import { readReply } from '../../src/lib/api/read-reply';
import { Account, type ServerAccess } from '../../src/lib/client/account/account.svelte';
import { eventTables } from '../../src/lib/client/events/event-tables';
import type { ConnectionState } from '../../src/lib/client/events/event-loop';
import { newId } from '../../src/lib/client/new-id';
import { aState } from './state';

/**
 * Responses to calls in the server's format, or failures. A call without one is answered with `{}`.
 */
export type Answers = {
  readonly [Id in OperationId]?: Answer<ParamsOf<OperationTable[Id]>>;
};

/** Declared as a method, so that a function with specific parameters is assignable. */
type Answer<Params> = { answer(params: Params): unknown }['answer'];

/** A server without any messages. */
const nothingYet: Answers = {
  getMessages: () => ({ messages: [] }),
  getStreamTopics: () => ({ topics: [] }),
  getSubscribers: () => ({ subscribers: [] }),
};

interface Event {
  readonly type: string;
  readonly [part: string]: unknown;
}

interface Given {
  readonly answers?: Answers;
  readonly id?: string;
  /** Null if the server hasn't answered yet. */
  readonly state?: RegisterState | null;
}

/**
 * An account on a fake server that the test controls. It is online and has its state immediately;
 * without a state it is still connecting.
 */
export function anAccount({ answers = {}, id = `test-${newId()}`, state = aState() }: Given = {}) {
  const answersById: Readonly<Record<string, Answer<object> | undefined>> = {
    ...nothingYet,
    ...answers,
  };
  /** Records all calls, in order. */
  const callSpy = vi.fn((operation: ApiOperation, params: object) =>
    answersById[operation.id]?.(params),
  );
  let hub!: Parameters<ServerAccess['follow']>[0];
  const session = {
    id,
    email: 'ada@example.org',
    full_name: 'Ada',
    realm_name: 'Example',
    realm_url: 'https://example.org',
  };
  const account = new Account(session, 'test', true, {
    call: () => async (operation, params) => {
      const answer = await callSpy(operation, params);
      return readReply(operation, 200, JSON.stringify({ result: 'success', ...(answer ?? {}) }));
    },
    tables: { ready: eventTables, load: () => Promise.resolve(eventTables) },
    follow(delegate) {
      hub = delegate;
      const nothing = () => undefined;
      return { queue_id: null, start: nothing, stop: nothing, wake: nothing, lostNetwork: nothing };
    },
  });
  const position = { queue_id: 'q1', last_event_id: 0 };
  const fake = {
    account,
    callSpy,
    /** Parameters of each call of the operation. */
    calls: (operation: OperationId) =>
      callSpy.mock.calls.flatMap(([{ id }, params]) => (id === operation ? [params] : [])),
    connect: (kind: Exclude<ConnectionState['kind'], 'reconnecting'>) => hub.onConnection({ kind }),
    /** Sends the first state, or one of a new event queue. */
    register: (whole: RegisterState) => hub.onState(whole, position),
    /** Sends an event in the server's format. */
    tell(event: Event) {
      position.last_event_id += 1;
      hub.onEvents([{ ...event, id: position.last_event_id }], position);
    },
  };
  if (state) {
    fake.register(state);
    fake.connect('online');
  }
  onTestFinished(() => account.erase());
  return fake;
}
