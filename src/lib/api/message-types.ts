/** `channel` is understood from level 248; send `stream` and `direct` to be understood by all. */
export const messageTypes = ['direct', 'private', 'stream', 'channel'] as const;
