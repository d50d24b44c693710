import { listLinkifiers } from '../markdown/load-linkifiers';
import type { StateReader } from './scope';

/** Clients that know no URL templates are shown none. https://zulip.com/api/register-queue */
export const linkifierStates: Readonly<Record<string, StateReader>> = {
  realm_linkifiers: async (scope) => ({
    realm_linkifiers: scope.has('linkifier_url_template')
      ? await listLinkifiers(scope.context)
      : [],
  }),
};
