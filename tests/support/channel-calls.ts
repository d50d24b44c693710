import { expect } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import { openQueue } from './channels';
import type { Reply, TestService } from './service';

type Params = Record<string, unknown>;
export type Event = Record<string, unknown>;

let counter = 0;

/** Calls that tests of channels repeat. A function, because the service can be created later. */
export function channelCalls(service: () => TestService) {
  const call = (...args: Parameters<TestService['call']>) => service().call(...args);
  return {
    /** Creates a channel, by default without subscribers. Returns its id. */
    async create(account: AccountWithKey, params: Params = {}): Promise<number> {
      const { body } = await call(account, 'POST', '/channels/create', {
        name: `made ${++counter}`,
        subscribers: [],
        ...params,
      });
      expect(body).toMatchObject({ result: 'success' });
      return body['id'] as number;
    },
    change: (account: AccountWithKey, id: number, params: Params): Promise<Reply> =>
      call(account, 'PATCH', `/streams/${id}`, params),
    join: (account: AccountWithKey, params: Params): Promise<Reply> =>
      call(account, 'POST', '/users/me/subscriptions', params),
    /** A queue with events of channels, including archived ones. */
    queue: (account: AccountWithKey, more: Params = {}) =>
      openQueue(service(), account, {
        event_types: ['stream', 'subscription', 'default_streams'],
        client_capabilities: { notification_settings_null: true, archived_channels: true },
        ...more,
      }),
    /** The Markdown of a channel's messages, oldest first. */
    async notes(account: AccountWithKey, id: number): Promise<string[]> {
      const { body } = await call(account, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'channel', operand: id }],
      });
      return (body['messages'] as { content: string }[]).map(({ content }) => content);
    },
  };
}

/** Each event as `type/op/property`. */
export const kinds = (events: readonly Event[]): string[] =>
  events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join('/'));
