import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { emailChangeLifetime } from '../../../api/email-changes';
import type { ServiceContext } from '../context';
import { emailChanges } from '../db/schema/email-changes';

export type EmailChange = typeof emailChanges.$inferSelect;
type Scope = Pick<ServiceContext, 'tx' | 'realm' | 'clock'>;

/** Links created before this time have expired. */
export function oldestOpenEmailChange({ clock }: Pick<ServiceContext, 'clock'>): Date {
  return new Date(clock.now() - emailChangeLifetime * 1000);
}

export function emailChangeLink(
  { baseUrl }: Pick<ServiceContext, 'baseUrl'>,
  { key }: EmailChange,
): string {
  return `${baseUrl}/confirm/${key}/`;
}

/** Requests that aren't confirmed yet, by id. */
export function openEmailChanges(scope: Scope): Promise<EmailChange[]> {
  return scope.tx
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.realm_id, scope.realm.id),
        isNull(emailChanges.closed),
        gt(emailChanges.created, oldestOpenEmailChange(scope)),
      ),
    )
    .orderBy(asc(emailChanges.id));
}
