/**
 * Sites that a profile field can offer by name: `text` is the option's label, `name` the field's
 * name. https://zulip.com/api/register-queue
 */
export const defaultExternalAccounts = {
  twitter: {
    name: 'X (Twitter) username',
    text: 'X (Twitter)',
    hint: '',
    url_pattern: 'https://x.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const;

export type DefaultExternalAccount = keyof typeof defaultExternalAccounts;

export function isDefaultExternalAccount(subtype: unknown): subtype is DefaultExternalAccount {
  return typeof subtype === 'string' && Object.hasOwn(defaultExternalAccounts, subtype);
}
