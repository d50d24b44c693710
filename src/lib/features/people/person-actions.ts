import AtSign from '@lucide/svelte/icons/at-sign';
import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Pencil from '@lucide/svelte/icons/pencil';
import Smile from '@lucide/svelte/icons/smile';
import TextSearch from '@lucide/svelte/icons/text-search';
import UserRoundPlus from '@lucide/svelte/icons/user-round-plus';
import UsersRound from '@lucide/svelte/icons/users-round';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../client/actions/app-keys';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import { actionsIn, type AppAction } from '../../client/actions/action-registry.svelte';
import { conversationHref } from '../../client/navigation/conversation-address';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { copyText } from '../../writing/message-text/copy-text';
import { mentionOf } from '../../writing/people/mention-of';
import { personMessagesHref } from '../../writing/people/person-messages-href';
import { isMuted, setMuted } from '../../writing/people/muting';
import { addTargets } from './add-targets';
import { isAdministratorAccount } from '../../writing/permissions/own-role';

export interface PersonActionPorts {
  go(href: string): void;
  /** Opens the dialog that asks for a channel or group. */
  addTo(): void;
  setStatus(): void;
}

/** Available actions on a person, most common first. */
export function personActions(
  person: User,
  account: Account,
  toasts: ToastQueue,
  { go, addTo, setStatus }: PersonActionPorts,
): readonly AppAction[] {
  const { user_id, full_name: name } = person;
  const isOwn = user_id === account.user_id;
  const isActive = person.is_active !== false;
  const muted = isMuted(account, user_id);
  const write = conversationHref({ type: 'private', to: [user_id], topic: '' });
  const all = [
    isActive && {
      id: 'person-write',
      title: isOwn ? m.people_write_self() : m.people_write(),
      icon: MessageSquare,
      shortcut: appKeys.reply,
      keywords: 'direct message dm chat send',
      run: () => go(write ?? '/recent'),
    },
    isOwn && {
      id: 'person-status',
      title: m.shell_status(),
      icon: Smile,
      quiet: true,
      run: setStatus,
    },
    isOwn && {
      id: 'person-profile',
      title: m.people_edit_own(),
      icon: Pencil,
      shortcut: appKeys.edit,
      keywords: 'picture avatar name fields',
      run: () => go('/settings/profile'),
    },
    isActive && {
      id: 'person-mention',
      title: m.people_copy_mention(),
      icon: AtSign,
      shortcut: appKeys.copy,
      run: () => void copyText(mentionOf(person), m.people_mention_copied({ name }), toasts),
    },
    {
      id: 'person-messages',
      title: isOwn ? m.people_own_messages() : m.conversation_person_messages(),
      icon: TextSearch,
      shortcut: appKeys.searchMessages,
      keywords: 'sent written search',
      run: () => go(personMessagesHref(person)),
    },
    isActive &&
      addTargets(person, account).length > 0 && {
        id: 'person-add',
        title: m.people_add(),
        icon: UserRoundPlus,
        shortcut: appKeys.join,
        keywords: 'subscribe invite channel group member',
        run: addTo,
      },
    !isOwn &&
      !person.is_bot && {
        id: 'person-mute',
        title: muted ? m.ui_unmute() : m.ui_mute(),
        icon: muted ? Bell : BellOff,
        shortcut: appKeys.mute,
        run: () => void setMuted(account, toasts, user_id, !muted),
      },
    isAdministratorAccount(account) && {
      id: 'person-manage',
      title: m.people_manage(),
      icon: UsersRound,
      keywords: 'administrator role deactivate edit',
      run: () =>
        go(person.is_bot ? '/organization/bots' : `/organization/people?person=${user_id}`),
    },
  ];
  return actionsIn(
    m.people_title(),
    all.filter((one) => one !== false),
  );
}
