import type { RegisterState } from '../../api/register';

/**
 * The user's direct message partners, weighted from 0 to 1 by how recent they are; the most recent
 * has 1.
 */
export function directMessagePartnersOf(
  recent: RegisterState['recent_private_conversations'],
): ReadonlyMap<number, number> {
  const newest = [...(recent ?? [])].sort((a, b) => b.max_message_id - a.max_message_id);
  const partners = new Set(newest.flatMap(({ user_ids }) => user_ids));
  return new Map([...partners].map((id, at) => [id, 1 - at / partners.size]));
}
