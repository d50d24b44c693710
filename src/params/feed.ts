/** Lists of the messages of several conversations that have an address of their own. */
export const match = (kind: string): kind is 'all' | 'mentions' | 'starred' | 'followed' =>
  ['all', 'mentions', 'starred', 'followed'].includes(kind);
