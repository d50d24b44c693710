/** Lists of messages from several conversations that have their own URL. */
export const match = (kind: string): kind is 'all' | 'mentions' | 'starred' | 'followed' =>
  ['all', 'mentions', 'starred', 'followed'].includes(kind);
