import { listLinkifiers } from '../markdown/load-linkifiers';
import type { StateReader } from './scope';

/** Empty for clients without support for URL templates. https://zulip.com/api/register-queue */
export const linkifierStates: Readonly<Record<string, StateReader>> = {
  realm_linkifiers: async (scope) => ({
    realm_linkifiers: scope.has('linkifier_url_template')
      ? await listLinkifiers(scope.context)
      : [],
  }),
};
