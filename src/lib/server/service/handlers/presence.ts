import type { ParsedOf } from '$lib/api/define-operation';
import type * as api from '$lib/api/presence';
import { defaultPresenceDays } from '$lib/api/presence';
import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { findPresence, legacyPresences, modernPresences } from '../presence/read';
import { recordPresence } from '../presence/record';
import {
  legacyPresence,
  modernPresence,
  presenceStatusAt,
  presenceTimeOf,
} from '../presence/presence-record';
import { realmSettingOf } from '../realm/settings';
import { apiEmail } from '../users/email';
import { findUserByEmail, findUserById } from '../users/find-user';

type Params = ParsedOf<typeof api.updatePresence>;

function readOthers(context: ServiceContext, params: Params, modern: boolean) {
  const wanted = {
    newerThan: params.last_update_id ?? -1,
    days: params.history_limit_days ?? defaultPresenceDays,
  };
  return modern ? modernPresences(context, wanted) : legacyPresences(context, wanted);
}

export const presenceHandlers = {
  async getUserPresence(context, { user_id_or_email: named }) {
    const { realm, clock } = context;
    const person = /^\d+$/.test(named)
      ? await findUserById(context, Number(named))
      : await findUserByEmail(context, named);
    if (!person || !person.is_active) throw badRequest('No such user');
    if (person.is_bot) throw badRequest('Presence is not supported for bot users.');
    const hidden = realmSettingOf(realm, 'presence_disabled');
    const seen = hidden ? undefined : await findPresence(context, person.id);
    if (!seen) throw badRequest(`No presence data for ${named}`);
    const now = { status: presenceStatusAt(seen, clock.now()), timestamp: presenceTimeOf(seen) };
    return { presence: { aggregated: now, website: now } };
  },

  async getPresence(context) {
    const wanted = { newerThan: -1, days: defaultPresenceDays };
    const { presences } = await legacyPresences(context, wanted);
    return { server_timestamp: context.clock.now() / 1000, presences };
  },

  /**
   * Reads other presences before storing the caller's, because the organization's counter stays
   * locked from then until commit. The result includes the caller's presence as stored.
   */
  async updatePresence(context, params) {
    const { user, baseUrl, clock } = context;
    if (params.ping_only) {
      await recordPresence(context, params.status);
      return {};
    }
    const modern = params.last_update_id !== undefined || params.slim_presence === true;
    const { presences, last_id } = await readOthers(context, params, modern);
    const own = await recordPresence(context, params.status);
    const mine =
      own && (params.history_limit_days ?? 1) > 0
        ? {
            [modern ? String(user.id) : apiEmail(user, baseUrl)]: modern
              ? modernPresence(own)
              : legacyPresence(own),
          }
        : {};
    return {
      presence_last_update_id: last_id,
      server_timestamp: clock.now() / 1000,
      presences: { ...presences, ...mine },
    };
  },
} satisfies Partial<OperationHandlers>;
