import type * as api from '$lib/api/presence';
import { defaultPresenceDays } from '$lib/api/presence';
import type { Context } from '../context';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { findPresence, legacyPresences, modernPresences } from '../presence/read';
import { recordPresence } from '../presence/record';
import { legacyPresence, modernPresence, statusAt, timeOf } from '../presence/seen';
import { realmSetting } from '../realm/settings';
import { apiEmail } from '../users/email';
import { findByEmail, findById } from '../users/find-one';

type Params = Parameters<typeof updatePresence>[1];

/**
 * Others are read before the caller's own time is written: the organization's counter stays locked
 * from then to the commit. The caller is put into the answer as written.
 */
const updatePresence: Handler<typeof api.updatePresence> = async (context, params) => {
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
};

function readOthers(context: Context, params: Params, modern: boolean) {
  const wanted = {
    newerThan: params.last_update_id ?? -1,
    days: params.history_limit_days ?? defaultPresenceDays,
  };
  return modern ? modernPresences(context, wanted) : legacyPresences(context, wanted);
}

const getUserPresence: Handler<typeof api.getUserPresence> = async (
  context,
  { user_id_or_email: named },
) => {
  const { realm, clock } = context;
  const person = /^\d+$/.test(named)
    ? await findById(context, Number(named))
    : await findByEmail(context, named);
  if (!person || !person.is_active) throw badRequest('No such user');
  if (person.is_bot) throw badRequest('Presence is not supported for bot users.');
  const hidden = realmSetting(realm, 'presence_disabled');
  const seen = hidden ? undefined : await findPresence(context, person.id);
  if (!seen) throw badRequest(`No presence data for ${named}`);
  const now = { status: statusAt(seen, clock.now()), timestamp: timeOf(seen) };
  return { presence: { aggregated: now, website: now } };
};

const getPresence: Handler<typeof api.getPresence> = async (context) => {
  const wanted = { newerThan: -1, days: defaultPresenceDays };
  const { presences } = await legacyPresences(context, wanted);
  return { server_timestamp: context.clock.now() / 1000, presences };
};

export const presenceHandlers = { updatePresence, getUserPresence, getPresence };
