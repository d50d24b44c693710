import type { NavigationView } from '$lib/api/navigation-view';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { navigationViews } from '../db/schema/navigation-views';

/** The caller's own, in the order in which they were added. */
export function listViews({ tx, user }: ServiceContext): Promise<NavigationView[]> {
  const { fragment, is_pinned, name, id } = navigationViews;
  return tx
    .select({ fragment, is_pinned, name })
    .from(navigationViews)
    .where(eq(navigationViews.user_id, user.id))
    .orderBy(asc(id));
}
