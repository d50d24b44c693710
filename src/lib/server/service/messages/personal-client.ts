/** Clients used by people. Their own messages don't become unread. */
const personalClients = new Set([
  'website',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'ios',
  'android',
  'snipe',
  // The name that Inkwell's gateway sends.
  'inkwell',
]);

/** Whether a message counts as read by its sender if the client doesn't say. */
export function isPersonalClient(client: string): boolean {
  const name = client.toLowerCase();
  return personalClients.has(name) || name.includes('desktop app');
}
