import { render } from 'svelte/server';
import { getChannelFolders, type ChannelFolder } from '../../api/channel-folders';
import type { ApiOperation } from '../../api/define-operation';
import { hasOperation } from '../../api/feature-level';
import { registerQueue, type RegisterState } from '../../api/register';
import { readReply } from '../../api/read-reply';
import { indexById } from '../../client/index-by-id';
import { mergeDirectoryLists } from '../../client/events/merge-directory-lists';
import type { RecipientDirectory } from '../../writing/recipients/recipient';
import {
  firstPaintListOf,
  buildFirstPaintLists,
  withKnownRows,
  type FirstPaintLists,
} from './first-paint-lists';
import FirstPaintView from './FirstPaintView.svelte';
import type { FirstPaintCall, FirstPaintPage } from './first-paint-page';
import { fetchChannelsFor, fetchPeopleFor, fetchPartialState } from './partial-state';

/** Renders from a full register reply. Throws what `readReply` and `ask` throw. */
export async function renderFromState(
  place: FirstPaintPage,
  reply: Uint8Array,
  ask: FirstPaintCall,
): Promise<string> {
  const state = readReply(registerQueue, 200, new TextDecoder().decode(reply));
  const directory = directoryOf(state);
  const folders = await fetchFolders(place, state, ask);
  return renderPage(
    place,
    state,
    directory,
    buildFirstPaintLists(firstPaintListOf(place), state, directory, folders),
  );
}

/**
 * Renders from replies that are short in any organization: rows up to the first whose name isn't
 * available. Throws what `ask` throws.
 */
export async function renderFromCalls(place: FirstPaintPage, ask: FirstPaintCall): Promise<string> {
  const state = await fetchPartialState(place, ask);
  if (!state) return '';
  const folders = await fetchFolders(place, state, ask);
  const directory = await fetchChannelsFor(place, state, ask);
  const lists = buildFirstPaintLists(firstPaintListOf(place), state, directory, folders);
  const users = await fetchPeopleFor(place, lists, ask);
  const whole = { ...directory, users };
  return renderPage(place, state, whole, withKnownRows(lists, whole));
}

function renderPage(
  { route }: FirstPaintPage,
  { navigation_views = [] }: RegisterState,
  directory: RecipientDirectory,
  lists: FirstPaintLists,
): string {
  const unpinned = navigation_views.filter(({ is_pinned }) => !is_pinned);
  const hidden = new Set(unpinned.map(({ fragment }) => fragment));
  const { body } = render(FirstPaintView, { props: { route, directory, hidden, ...lists } });
  return body;
}

/** Must match `client/account/account`. */
function directoryOf(state: RegisterState): RecipientDirectory {
  const { user_id, realm_users, streams, subscriptions } = mergeDirectoryLists(state);
  return {
    user_id,
    users: indexById('user_id', realm_users),
    subscriptions: indexById('stream_id', subscriptions),
    channels: indexById('stream_id', streams, subscriptions),
  };
}

async function fetchFolders(
  place: FirstPaintPage,
  state: RegisterState,
  ask: FirstPaintCall,
): Promise<readonly ChannelFolder[]> {
  const isNeeded =
    firstPaintListOf(place) === 'inbox' && hasOperation(getChannelFolders as ApiOperation, state);
  const reply = isNeeded ? await ask(getChannelFolders, { include_archived: true }) : null;
  return reply?.channel_folders ?? [];
}
