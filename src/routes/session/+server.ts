import { successResponse } from '$lib/server/gateway/failure';
import { readJsonBody } from '$lib/server/gateway/json-body';
import {
  describeSession,
  createSessionEndpoint,
  toPublicAccount,
} from '$lib/server/gateway/session-endpoint';
import { signInAccount, signInSchema } from '$lib/server/gateway/sign-in';

export const fallback = createSessionEndpoint({
  GET: describeSession,
  async POST({ event, gateway, signInContext: entrance }) {
    await gateway.limits.attempts(entrance.address);
    const input = await readJsonBody(event.request, signInSchema);
    return successResponse({ account: toPublicAccount(await signInAccount(entrance, input)) });
  },
});
