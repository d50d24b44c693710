/**
 * Credentials files of some of the sample's people, named by role. Keys are the first part of an
 * email address, which names everyone else's file.
 */
export const credentialsFiles: Readonly<Record<string, string>> = {
  ines: 'owner',
  marek: 'admin',
  adaeze: 'moderator',
  hanna: 'member',
  tomas: 'member2',
  beatrix: 'guest',
  'galley-bot': 'bot',
};

/** People offered first on the sign-in page, with what there is to see as them. */
export const sampleStories: Readonly<Record<string, string>> = {
  hanna:
    'Edits the autumn atlas. Half-written drafts, messages on their way, one that failed and one that will, and snippets with placeholders.',
  ines: 'Founded the house and owns the organization: people, groups, permissions, invitations.',
  beatrix: 'Makes the index from outside. A guest: she sees her own channels and no others.',
};

/** The part of a sample person's email address before the `@`. */
export const sampleHandle = (email: string) => email.slice(0, email.indexOf('@'));
