import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';
import { setUpOrganization } from '$lib/server/gateway/setup';

export const fallback = createSessionEndpoint({ POST: setUpOrganization });
