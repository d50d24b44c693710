import { createApiKey } from '../api-keys';

/** What the link of an invitation ends with: 24 random letters and digits. */
export const createInviteKey = () => createApiKey().slice(0, 24);
