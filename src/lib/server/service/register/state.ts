import type { ServiceContext } from '../context';
import { emptyStates } from './empty';
import { folderStates } from './channel-folders';
import { channelStates } from './channels';
import { draftStates } from './drafts';
import { emojiStates } from './emoji';
import { groupStates } from './groups';
import { linkifierStates } from './linkifiers';
import { messageStates } from './messages';
import { peopleStates } from './people';
import { navigationViewStates } from './navigation-views';
import { playgroundStates } from './playgrounds';
import { pushStates } from './push-devices';
import { profileFieldStates } from './profile-fields';
import { realmStates } from './realm';
import { snippetStates } from './saved-snippets';
import { scheduledStates } from './scheduled';
import { StateScope, type StateReader, type StateOptions } from './scope';
import { settingsStates } from './settings';
import { topicStates } from './topics';
import { userStates } from './users';

/** State by fetch key. To add state, add its area's table here. */
const states: Readonly<Record<string, StateReader>> = {
  ...emptyStates,
  ...channelStates,
  ...folderStates,
  ...draftStates,
  ...emojiStates,
  ...groupStates,
  ...linkifierStates,
  ...messageStates,
  ...peopleStates,
  ...navigationViewStates,
  ...playgroundStates,
  ...pushStates,
  ...profileFieldStates,
  ...realmStates,
  ...scheduledStates,
  ...settingsStates,
  ...snippetStates,
  ...topicStates,
  ...userStates,
};

/** Event types that are spelled differently from their fetch key are accepted too. */
const otherSpellings: Readonly<Record<string, string>> = {
  navigation_view: 'navigation_views',
  channel_folder: 'channel_folders',
};

/**
 * The initial state for these fetch keys. Null means all; unknown ones are ignored. Runs in the
 * snapshot in which the queue starts.
 */
export async function registerState(
  context: ServiceContext,
  keys: ReadonlySet<string> | null,
  options: StateOptions,
): Promise<Record<string, unknown>> {
  const wanted = new Set([...(keys ?? Object.keys(states))].map((k) => otherSpellings[k] ?? k));
  const scope = new StateScope(context, options, wanted, keys === null);
  const out: Record<string, unknown> = {};
  for (const key of wanted) {
    if (Object.hasOwn(states, key)) Object.assign(out, await states[key]!(scope));
  }
  return out;
}
