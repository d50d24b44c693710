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

/** Answers to calls, as the server would say them, or failures; without one a call is answered by `{}`. */
export type Answers = {
  readonly [Id in OperationId]?: Answer<ParamsOf<OperationTable[Id]>>;
};

/** As a method, so that one of known parameters is one of any. */
type Answer<Params> = { answer(params: Params): unknown }['answer'];

/** A server on which nobody has written yet. */
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
  /** Null where the server has not answered yet. */
  readonly state?: RegisterState | null;
}

/**
 * An account as the app has it, on a server in the hands of the test. It is online and has its state
 * at once; without a state it is still connecting.
 */
export function anAccount({ answers = {}, id = `test-${newId()}`, state = aState() }: Given = {}) {
  const answersById: Readonly<Record<string, Answer<object> | undefined>> = {
    ...nothingYet,
    ...answers,
  };
  /** All that was asked, in order. */
  const asked = vi.fn((operation: ApiOperation, params: object) =>
    answersById[operation.id]?.(params),
  );
  let told!: Parameters<ServerAccess['follow']>[0];
  const session = {
    id,
    email: 'ada@example.org',
    full_name: 'Ada',
    realm_name: 'Example',
    realm_url: 'https://example.org',
  };
  const account = new Account(session, 'test', true, {
    call: () => async (operation, params) => {
      const answer = await asked(operation, params);
      return readReply(operation, 200, JSON.stringify({ result: 'success', ...(answer ?? {}) }));
    },
    tables: { ready: eventTables, load: () => Promise.resolve(eventTables) },
    follow(delegate) {
      told = delegate;
      const nothing = () => undefined;
      return { queue_id: null, start: nothing, stop: nothing, wake: nothing, lostNetwork: nothing };
    },
  });
  const position = { queue_id: 'q1', last_event_id: 0 };
  const fake = {
    account,
    asked,
    /** The parameters of each call of the operation. */
    calls: (operation: OperationId) =>
      asked.mock.calls.flatMap(([{ id }, params]) => (id === operation ? [params] : [])),
    connect: (kind: Exclude<ConnectionState['kind'], 'reconnecting'>) =>
      told.onConnection({ kind }),
    /** A first state, or one of a new event queue. */
    register: (whole: RegisterState) => told.onState(whole, position),
    /** An event as the server sends it. */
    tell(event: Event) {
      position.last_event_id += 1;
      told.onEvents([{ ...event, id: position.last_event_id }], position);
    },
  };
  if (state) {
    fake.register(state);
    fake.connect('online');
  }
  onTestFinished(() => account.erase());
  return fake;
}
