import { sessionFromDocument } from '$lib/client/session/session';

/** Nothing of a remembered account is shown before it is known whether its session has ended. */
export const load = async () => ({ told: await sessionFromDocument() });
