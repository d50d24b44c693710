import { userRole } from '$lib/api/roles';
import type { ServiceContext } from '../context';
import type { UserRow } from '../model';
import { audiencesByAddress } from '../users/audience-by-address';
import { userAddedEvent } from '../users/person-added';

/** Sends the events for a new person or bot. */
export async function announceNewUser(context: ServiceContext, made: UserRow): Promise<void> {
  const { baseUrl, emit } = context;
  const { seeing, others } = await audiencesByAddress(context, made);
  const view = { baseUrl, profiles: new Map() };
  emit({ ...userAddedEvent(made, { ...view, viewer: made }), audience: seeing });
  if (others.length === 0) return;
  const stranger = { ...made, id: 0, role: userRole.guest };
  emit({ ...userAddedEvent(made, { ...view, viewer: stranger }), audience: others });
}
