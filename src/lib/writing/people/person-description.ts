import { m } from '$lib/paraglide/messages';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import { roleLabels } from './role-labels';

/** A user's role as text; for a bot, its owner. */
export function personDescription(
  person: User,
  account: Pick<Account, 'user'>,
): string | undefined {
  if (person.is_active === false) return m.conversation_person_deactivated();
  if (!person.is_bot) return roleLabels[person.role ?? 0]?.();
  const owner = account.user(person.bot_owner_id ?? undefined);
  return owner ? m.conversation_person_bot_of({ name: owner.full_name }) : m.ui_bot();
}
