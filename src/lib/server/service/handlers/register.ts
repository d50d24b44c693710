import { defaultPresenceDays } from '$lib/api/presence';
import { isGuest } from '$lib/api/roles';
import { createQueue } from '../events/queues';
import { badRequest, ServiceFailure } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { registerState } from '../register/state';
import { versions } from '../versions';
import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { eventQueues } from '../db/schema/events';
import { realms } from '../db/schema/realms';
import { sessions } from '../db/schema/sessions';
import { users } from '../db/schema/users';

/**
 * The context with the caller and the organization as this transaction's snapshot has them. Call it
 * before any other read: it locks a table before the snapshot is taken, so that `endQueuesOf`
 * either finds the queue created here or commits before this transaction reads its state. Throws
 * UNAUTHORIZED if the caller's key or session has ended.
 */
async function reloadCaller(context: ServiceContext): Promise<ServiceContext> {
  const { tx, user } = context;
  const { session } = context.request;
  await tx.execute(sql`lock table ${eventQueues} in row exclusive mode`);
  const isOpen =
    session === undefined
      ? eq(users.api_key, user.api_key)
      : sql`exists (select 1 from ${sessions} where ${sessions.id} = ${session})`;
  const [now] = await tx
    .select({ user: users, realm: realms })
    .from(users)
    .innerJoin(realms, eq(realms.id, users.realm_id))
    .where(and(eq(users.id, user.id), eq(users.is_active, true), isOpen));
  if (now) return { ...context, ...now };
  throw new ServiceFailure('UNAUTHORIZED', 'This session has ended', 401);
}

const narrowOperators = ['channel', 'stream', 'topic', 'sender', 'is'];

/** Terms that depend on the reader's settings, so a queue can't evaluate them. */
const unknowable = ['followed', 'muted'];

/** Throws BAD_NARROW for terms that the queue can't evaluate. */
function checkNarrow(narrow: readonly (readonly [operator: string, operand: string])[]): void {
  for (const [operator, operand] of narrow) {
    if (!narrowOperators.includes(operator)) {
      const desc = `unknown '${operator}' operator`;
      throw new ServiceFailure('BAD_NARROW', `Invalid narrow operator: ${operator}`, 400, { desc });
    }
    if (operator === 'is' && unknowable.includes(operand)) {
      const desc = `'is:${operand}' is not supported in a queue`;
      throw new ServiceFailure('BAD_NARROW', `Invalid narrow operator: ${desc}`, 400, { desc });
    }
  }
}

export const registerHandlers = {
  /**
   * https://zulip.com/api/register-queue. Queue and state are read from one snapshot, so the queue's
   * events continue exactly from the state.
   */
  async registerQueue(given, params) {
    const context = await reloadCaller(given);
    checkNarrow(params.narrow ?? []);
    if ((params.queue_lifespan_secs ?? 0) < 0) throw badRequest('queue_lifespan_secs is too small');
    if (params.all_public_streams && isGuest(context.user)) {
      throw badRequest('User not authorized for this query');
    }
    const capabilities = { ...params.client_capabilities };
    const options = {
      capabilities,
      client_gravatar: params.client_gravatar ?? true,
      slim_presence: params.slim_presence ?? false,
      apply_markdown: params.apply_markdown ?? false,
    };
    const { queue_id, ended } = await createQueue(context, {
      ...options,
      event_types: params.event_types ?? null,
      all_public_streams: params.all_public_streams ?? false,
      narrow: params.narrow ?? [],
      lifespan: params.queue_lifespan_secs,
    });
    const wanted = params.fetch_event_types ?? params.event_types;
    const state = await registerState(context, wanted ? new Set(wanted) : null, {
      ...options,
      include_subscribers: params.include_subscribers ?? 'false',
      presence_history_limit_days: params.presence_history_limit_days ?? defaultPresenceDays,
    });
    return new AfterCommit(async ({ polls }) => {
      await polls.end(ended);
      return { ...state, queue_id, last_event_id: -1, ...versions };
    });
  },
} satisfies Partial<OperationHandlers>;
