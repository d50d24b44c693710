import { sessionFromDocument } from '$lib/client/session/session';

/** Shows nothing of a remembered account until it is known whether its session has ended. */
export const load = async () => ({ session: await sessionFromDocument() });
