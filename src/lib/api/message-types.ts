/** Servers accept `channel` from level 248 only; `stream` and `direct` work on all of them. */
export const messageTypes = ['direct', 'private', 'stream', 'channel'] as const;
