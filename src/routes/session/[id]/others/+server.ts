import { endOtherSessionsOfAccount } from '$lib/server/gateway/end-sessions';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({ DELETE: endOtherSessionsOfAccount });
