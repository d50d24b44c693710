import { loadProfileFields, wireProfileField } from '../profile/fields';
import type { StateReader } from './scope';

const custom_profile_field_types = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

export const profileFieldStates: Readonly<Record<string, StateReader>> = {
  custom_profile_fields: async ({ context }) => ({
    custom_profile_fields: (await loadProfileFields(context)).map(wireProfileField),
    custom_profile_field_types,
  }),
};
