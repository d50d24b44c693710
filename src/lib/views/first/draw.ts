import { render } from 'svelte/server';
import { registerQueue, type RegisterState } from '../../api/register';
import { readReply } from '../../api/reply';
import { byId } from '../../client/by-id';
import { withOneDirectory } from '../../client/one-directory';
import { viewRows } from '../../features/drafts/engine/list';
import type { Directory } from '../../writing/recipient';
import FirstView from './FirstView.svelte';

/** Bytes of a reply; to read a longer one would hold up everybody else. */
const mostBytes = 4 * 1024 * 1024;

interface Place {
  /** The id of its route. */
  readonly route: string;
  /** What is asked for besides it, only the app knows. */
  readonly isDeep: boolean;
}

/**
 * The shell of a page and its first rows where they are known from the reply to register, as HTML that
 * nothing can be done with. Throws what `readReply` throws.
 */
export function drawFirst({ route, isDeep }: Place, reply: Uint8Array): string {
  if (reply.byteLength > mostBytes) return '';
  const state = readReply(registerQueue, 200, new TextDecoder().decode(reply));
  const { drafts = [], navigation_views = [] } = state;
  const hidden = navigation_views.filter(({ is_pinned }) => !is_pinned);
  const { body } = render(FirstView, {
    props: {
      route,
      directory: directoryOf(state),
      hidden: new Set(hidden.map(({ fragment }) => fragment)),
      drafts: route === '/(app)/drafts' && !isDeep ? viewRows(drafts) : undefined,
    },
  });
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
