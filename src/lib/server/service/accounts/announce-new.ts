import type { Context } from '../context';
import type { User } from '../model';
import { role } from '../permissions/roles';
import { audiencesByAddress } from '../users/audience-by-address';
import { personAdded } from '../users/person-added';

/** Tells of a new person or bot. */
export async function announceNewUser(context: Context, made: User): Promise<void> {
  const { baseUrl, emit } = context;
  const { seeing, others } = await audiencesByAddress(context, made);
  const view = { baseUrl, profiles: new Map() };
  emit({ ...personAdded(made, { ...view, viewer: made }), audience: seeing });
  if (others.length === 0) return;
  const stranger = { ...made, id: 0, role: role.guest };
  emit({ ...personAdded(made, { ...view, viewer: stranger }), audience: others });
}
