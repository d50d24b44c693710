/** Clients of people, whose own messages need no unread mark. */
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
  // What the browser's door calls itself.
  'inkwell',
]);

/** Whether a message counts as read by its sender where the client does not say. */
export function isPersonalClient(client: string): boolean {
  const name = client.toLowerCase();
  return personalClients.has(name) || name.includes('desktop app');
}
