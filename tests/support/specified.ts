import { httpRelay } from '$lib/server/service/relay/http-relay';
import type { OperationId } from '$lib/api/operations';
import type { AccountWithKey } from '$lib/server/service/service';
import type { Params } from './both-gateways';
import { addChannel } from './channels';
import { aDevice, startRelay } from './relay';
import { startTestService, type TestService } from './service';

/** What the calls of `specified` refer to. Close it. */
export interface SpecifiedWorld {
  readonly t: TestService;
  /** The owner, so that no call fails for lack of permission. */
  readonly me: AccountWithKey;
  readonly stream_id: number;
  readonly filter_id: number;
  readonly device: Params;
  /** A number that no other call has received. */
  next(): number;
  close(): Promise<void>;
}

export async function addSpecifiedWorld(): Promise<SpecifiedWorld> {
  const relay = await startRelay(() => t.clock.now() / 1000);
  const t: TestService = await startTestService({ relay: httpRelay(relay.url) });
  const me = t.owner;
  const url_template = 'https://example.org/{id}';
  const filter = { pattern: 'first#(?P<id>[0-9]+)', url_template };
  const made = await t.call(me, 'POST', '/realm/filters', filter);
  await t.call(me, 'POST', '/navigation_views', { fragment: 'inbox', is_pinned: true });
  let counter = 0;
  return {
    t,
    me,
    next: () => ++counter,
    stream_id: (await addChannel(t, {}, [me])).id,
    filter_id: made.body['id'] as number,
    device: (await aDevice(relay, t.clock.now() / 1000)).params,
    async close() {
      await t.service.close();
      await relay.close();
    },
  };
}

/** A call that succeeds every time. */
export interface Specified {
  readonly operation: OperationId;
  readonly method: string;
  path(world: SpecifiedWorld): string;
  /** Fields of its success reply in addition to the envelope. */
  readonly values: readonly string[];
  params(world: SpecifiedWorld): Params | FormData | Promise<Params>;
}

const ownFields =
  'avatar_url avatar_version date_joined delivery_email email full_name is_active is_admin is_bot ' +
  'is_guest is_owner max_message_id profile_data role timezone user_id';
const url_template = 'https://example.org/{id}';
const pattern = (world: SpecifiedWorld) => `x${world.next()}#(?P<id>[0-9]+)`;

/** Operations whose every rule is tested in `server/gateway/rules`. */
export const specified: readonly Specified[] = [
  call('createScheduledMessage', 'POST /scheduled_messages', 'scheduled_message_id', (world) => ({
    type: 'direct',
    to: [world.me.user_id],
    content: 'x',
    scheduled_delivery_timestamp: Math.floor(world.t.clock.now() / 1000) + 3600,
  })),
  call('updateSettings', 'PATCH /settings', ''),
  call('createChannel', 'POST /channels/create', 'id', (world) => ({
    name: `channel no ${world.next()}`,
    subscribers: [],
  })),
  call('getStreams', 'GET /streams', 'streams'),
  call('muteTopic', 'PATCH /users/me/subscriptions/muted_topics', '', ({ stream_id }) => ({
    stream_id,
    topic: 'x',
    op: 'add',
  })),
  call('checkMessagesMatchNarrow', 'GET /messages/matches_narrow', 'messages', () => ({
    msg_ids: [1],
    narrow: [],
  })),
  call('createCustomProfileField', 'POST /realm/profile_fields', 'id', (world) => ({
    name: `field ${world.next()}`,
    field_type: 1,
  })),
  call('createDrafts', 'POST /drafts', 'ids', () => ({ drafts: [] })),
  call('createUserGroup', 'POST /user_groups/create', 'group_id', (world) => ({
    name: `group ${world.next()}`,
    description: '',
    members: [],
  })),
  call('createInviteLink', 'POST /invites/multiuse', 'invite_link'),
  call('registerPushDevice', 'POST /mobile_push/register', '', ({ device }) => device),
  call('editNavigationView', 'PATCH /navigation_views/inbox', ''),
  call('addCodePlayground', 'POST /realm/playgrounds', 'id', (world) => ({
    name: `play ${world.next()}`,
    pygments_language: 'Python',
    url_template: 'https://example.org/{code}',
  })),
  call('createSavedSnippet', 'POST /saved_snippets', 'saved_snippet_id', () => ({
    title: 'x',
    content: 'x',
  })),
  call('updateLinkifier', 'PATCH /realm/filters/{filter_id}', '', (world) => ({
    pattern: pattern(world),
    url_template,
  })),
  call('addLinkifier', 'POST /realm/filters', 'id', (world) => ({
    pattern: pattern(world),
    url_template,
  })),
  call('getOwnUser', 'GET /users/me', ownFields),
  call('deleteQueue', 'DELETE /events', '', async ({ t, me }) => {
    const { body } = await t.call(me, 'POST', '/register', { fetch_event_types: [] });
    return { queue_id: body.queue_id };
  }),
  call('testNotify', 'POST /mobile_push/test_notification', ''),
  call('getUserStatus', 'GET /users/{user_id}/status', 'status'),
  call('uploadFile', 'POST /user_uploads', 'filename uri url', () => {
    const form = new FormData();
    form.append('file', new File(['x'], 'x.txt'));
    return form;
  }),
];

function call(
  operation: OperationId,
  where: string,
  values: string,
  params: Specified['params'] = () => ({}),
): Specified {
  const [method = '', path = ''] = where.split(' ');
  return {
    operation,
    method,
    params,
    path: ({ filter_id, me }) =>
      path.replace('{filter_id}', String(filter_id)).replace('{user_id}', String(me.user_id)),
    values: values.split(' ').filter(Boolean),
  };
}
