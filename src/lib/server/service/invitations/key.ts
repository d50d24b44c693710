import { createApiKey } from '../api-keys';

/** Last part of an invitation link: 24 random letters and digits. */
export const createInviteKey = () => createApiKey().slice(0, 24);
