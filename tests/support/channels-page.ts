import { vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from './account';
import { aChannel, aPerson, aState, aSubscription } from './state';
import Frame from './ui/ChannelsFrame.svelte';

export const design = aChannel(5, { name: 'design', description: 'Shapes' });
const rule = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  default_group_name: 'role:members',
  allowed_system_groups: [],
};
export const channelsState = aState({
  user_id: 7,
  realm_users: [aPerson(7, { role: 100 }), aPerson(8)],
  subscriptions: [aSubscription(5, design)],
  realm_user_groups: [
    { id: 1, name: 'role:owners', members: [7], direct_subgroup_ids: [], is_system_group: true },
    { id: 2, name: 'role:members', members: [8], direct_subgroup_ids: [1], is_system_group: true },
  ],
  server_supported_permission_settings: { stream: { can_send_message_group: rule } },
});

/** The channels page as an owner sees it, with one channel open. */
export async function showChannels(
  open: number | 'new' | 'folders' | undefined,
  part: string | undefined,
  answers: Answers,
  more: Partial<typeof channelsState> & Readonly<Record<string, unknown>> = {},
  /** Query of the page's URL. */
  search = '',
) {
  const fake = anAccount({
    state: { ...channelsState, ...more },
    answers: { getStreams: () => ({ streams: [design] }), ...answers },
  });
  const [onshow, onsearch] = [vi.fn(), vi.fn()];
  const shown = { account: fake.account, open, part, search, onshow, onsearch };
  let { unmount, rerender } = await render(Frame, shown);
  /** Renders it again with what this device has stored. */
  const reload = async () => {
    await unmount();
    ({ unmount, rerender } = await render(Frame, shown));
  };
  return {
    ...fake,
    onshow,
    onsearch,
    reload,
    /** As when its URL changes. */
    rerender: (next: Partial<typeof shown>) => rerender(next),
  };
}

/** The channel with everything that can be set. */
export const details = {
  ...design,
  rendered_description: '',
  date_created: 1,
  message_retention_days: null,
  history_public_to_subscribers: true,
  first_message_id: null,
  can_send_message_group: 2,
};
