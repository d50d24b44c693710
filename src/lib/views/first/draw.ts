import { render } from 'svelte/server';
import { getChannelFolders, type ChannelFolder } from '../../api/channel-folders';
import type { Operation } from '../../api/define';
import { hasOperation } from '../../api/level';
import { registerQueue, type RegisterState } from '../../api/register';
import { readReply } from '../../api/reply';
import { byId } from '../../client/by-id';
import { withOneDirectory } from '../../client/one-directory';
import type { Directory } from '../../writing/recipient';
import { listOf, listed, withKnownRows, type FirstLists } from './first-lists';
import FirstView from './FirstView.svelte';
import type { Ask, Place } from './place';
import { channelsFor, peopleFor, shortState } from './short-state';

/** By the reply to register. Throws what `readReply` and `ask` throw. */
export async function byState(place: Place, reply: Uint8Array, ask: Ask): Promise<string> {
  const state = readReply(registerQueue, 200, new TextDecoder().decode(reply));
  const directory = directoryOf(state);
  const folders = await foldersFor(place, state, ask);
  return draw(place, state, directory, listed(listOf(place), state, directory, folders));
}

/**
 * By replies that are short in any organization: rows down to one with a name that can't be had. Throws
 * what `ask` throws.
 */
export async function ahead(place: Place, ask: Ask): Promise<string> {
  const state = await shortState(place, ask);
  if (!state) return '';
  const folders = await foldersFor(place, state, ask);
  const directory = await channelsFor(place, state, ask);
  const lists = listed(listOf(place), state, directory, folders);
  const users = await peopleFor(place, lists, ask);
  const whole = { ...directory, users };
  return draw(place, state, whole, withKnownRows(lists, whole));
}

function draw(
  { route }: Place,
  { navigation_views = [] }: RegisterState,
  directory: Directory,
  lists: FirstLists,
): string {
  const unpinned = navigation_views.filter(({ is_pinned }) => !is_pinned);
  const hidden = new Set(unpinned.map(({ fragment }) => fragment));
  const { body } = render(FirstView, { props: { route, directory, hidden, ...lists } });
  // Handlers of pictures, which Svelte writes for its own use and our policy refuses.
  return body.replaceAll(/(<img [^>]*?) on(?:load|error)="this\.__e=event"/g, '$1');
}

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

async function foldersFor(
  place: Place,
  state: RegisterState,
  ask: Ask,
): Promise<readonly ChannelFolder[]> {
  const isAsked = listOf(place) === 'inbox' && hasOperation(getChannelFolders as Operation, state);
  const told = isAsked ? await ask(getChannelFolders, { include_archived: true }) : null;
  return told?.channel_folders ?? [];
}
