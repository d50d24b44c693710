import { render } from 'svelte/server';
import type { Operation, ParamsOf, ResultOf } from '../../api/define';
import { getDrafts } from '../../api/drafts';
import { registerQueue, type RegisterState } from '../../api/register';
import { readReply } from '../../api/reply';
import { getSubscriptions } from '../../api/streams';
import { getUser } from '../../api/users';
import { byId } from '../../client/by-id';
import { withOneDirectory } from '../../client/one-directory';
import { viewRows } from '../../features/drafts/engine/list';
import type { DraftView } from '../../features/drafts/engine/view';
import type { Directory } from '../../writing/recipient';
import { mostRows, type FirstList } from './first-list';
import FirstView from './FirstView.svelte';

interface Place {
  /** The id of its route. */
  readonly route: string;
  /** What is asked for besides it, only the app knows. */
  readonly isDeep: boolean;
  /** The server is our own, which shows no pictures of Gravatar's. */
  readonly embedded: boolean;
}

/** Null: no good answer. */
type Ask = <O extends Operation>(operation: O, params: ParamsOf<O>) => Promise<ResultOf<O> | null>;

const isDrafts = ({ route, isDeep }: Place) => route === '/(app)/drafts' && !isDeep;

/** By the reply to register. Throws what `readReply` throws. */
export function byState(place: Place, reply: Uint8Array): string {
  const state = readReply(registerQueue, 200, new TextDecoder().decode(reply));
  const { drafts = [], navigation_views = [] } = state;
  const hidden = navigation_views.filter(({ is_pinned }) => !is_pinned);
  return draw({
    route: place.route,
    directory: directoryOf(state),
    hidden: new Set(hidden.map(({ fragment }) => fragment)),
    drafts: isDrafts(place) ? listOf(viewRows(drafts)) : undefined,
  });
}

/**
 * By replies that are short in any organization: the first rows, down to one with a name that can't be
 * had, and none of the navigation, which depends on the rest. Throws what `ask` throws.
 */
export async function ahead(place: Place, ask: Ask): Promise<string> {
  if (!isDrafts(place)) return '';
  const drafts = viewRows((await ask(getDrafts, {}))?.drafts ?? []);
  const first = drafts.slice(0, mostRows);
  const directory = await directoryFor(first, place, ask);
  const isKnown = ({ body: { type, to } }: DraftView) =>
    to.every((id) => (type === 'stream' ? directory.channels : directory.users).has(id));
  const end = first.findIndex((draft) => !isKnown(draft));
  const rows = end < 0 ? first : first.slice(0, end);
  if (rows.length === 0) return '';
  const list = { count: drafts.length, rows };
  return draw({ route: place.route, directory, hidden: undefined, drafts: list });
}

function draw(props: {
  readonly route: string;
  readonly directory: Directory;
  readonly hidden: ReadonlySet<string> | undefined;
  readonly drafts: FirstList | undefined;
}): string {
  const { body } = render(FirstView, { props });
  // Handlers of pictures, which Svelte writes for its own use and our policy refuses.
  return body.replaceAll(/(<img [^>]*?) on(?:load|error)="this\.__e=event"/g, '$1');
}

const listOf = (drafts: readonly DraftView[]): FirstList => ({
  count: drafts.length,
  rows: drafts.slice(0, mostRows),
});

/** As `client/account` has it. */
function directoryOf(state: RegisterState): Directory {
  const { user_id, realm_users, streams, subscriptions } = withOneDirectory(state);
  return {
    user_id,
    users: byId('user_id', realm_users),
    subscriptions: byId('stream_id', subscriptions),
    channels: byId('stream_id', streams, subscriptions),
  };
}

/** Of the people and channels that these go to, as far as it is told. */
async function directoryFor(
  drafts: readonly DraftView[],
  { embedded }: Place,
  ask: Ask,
): Promise<Directory> {
  const idsOf = (kind: string) => [
    ...new Set(drafts.flatMap(({ body }) => (body.type === kind ? body.to : []))),
  ];
  const people = idsOf('private').slice(0, mostRows);
  const subscribed = idsOf('stream').length > 0 ? await ask(getSubscriptions, {}) : null;
  const subscriptions = byId('stream_id', subscribed?.subscriptions);
  const told = await Promise.all(
    people.map((user_id) => ask(getUser, { user_id, client_gravatar: embedded })),
  );
  const users = told.flatMap((one) => one?.user ?? []);
  const channels = subscriptions;
  return { user_id: undefined, users: byId('user_id', users), subscriptions, channels };
}
