import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import {
  dictionary,
  integer,
  list,
  maxIdsPerCall,
  maxConversationPeople,
  textUpTo,
} from './value-schemas';

/** https://zulip.com/api/create-custom-profile-field, `field_type` */
export const fieldTypes = {
  short_text: 1,
  long_text: 2,
  select: 3,
  date: 4,
  link: 5,
  users: 6,
  external_account: 7,
  pronouns: 8,
} as const;
export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];

/** Code points, counted after trimming. */
export const maxFieldNameLength = 40;
export const maxFieldHintLength = 80;
export const maxSummaryFields = 2;

/** A field of the organization's user profiles. */
export const profileFieldSchema = v.object({
  id: v.number(),
  type: v.number(),
  order: v.number(),
  name: v.string(),
  hint: v.string(),
  /** JSON text; empty for types without data. */
  field_data: v.optional(v.string()),
  display_in_profile_summary: v.optional(v.boolean(), false),
  required: v.optional(v.boolean(), false),
  editable_by_user: v.optional(v.boolean(), true),
});
export type ProfileField = v.InferOutput<typeof profileFieldSchema>;

const upTo = (max: number) =>
  v.pipe(
    textUpTo(1000),
    v.trim(),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
    v.check((value) => [...value].length <= max, `is too long (limit: ${max} characters)`),
  );
/** The type decides whether it can be empty. */
const name = optional(text(upTo(maxFieldNameLength)));
const hint = optional(text(upTo(maxFieldHintLength)));

const part = textUpTo(1000);
/** Options by key, or the details of an external account; other types store nothing. */
const field_data = optional(
  json(dictionary(part, v.union([part, dictionary(part, part, 100)]), 1000)),
);
const display_in_profile_summary = optional(json(v.boolean()));
const required = optional(json(v.boolean()));
const editable_by_user = optional(json(v.boolean(), { since: 296 }));
const field_id = inPath(integer);

/** In the organization's order. https://zulip.com/api/get-custom-profile-fields */
export const getCustomProfileFields = defineOperation({
  id: 'getCustomProfileFields',
  route: 'GET /realm/profile_fields',
  result: v.object({ custom_fields: v.array(profileFieldSchema) }),
});

/** https://zulip.com/api/create-custom-profile-field */
export const createCustomProfileField = defineOperation({
  id: 'createCustomProfileField',
  route: 'POST /realm/profile_fields',
  access: 'administrator',
  params: {
    name,
    hint,
    field_type: json(v.picklist(Object.values(fieldTypes))),
    field_data,
    display_in_profile_summary,
    required,
    editable_by_user,
  },
  result: v.object({ id: v.number() }),
});

/** `order` lists all ids. https://zulip.com/api/reorder-custom-profile-fields */
export const reorderCustomProfileFields = defineOperation({
  id: 'reorderCustomProfileFields',
  route: 'PATCH /realm/profile_fields',
  access: 'administrator',
  params: { order: json(list(integer, maxIdsPerCall)) },
});

/** Omitted parameters stay unchanged. Removing an option deletes the values that use it. */
export const updateCustomProfileField = defineOperation({
  id: 'updateCustomProfileField',
  route: 'PATCH /realm/profile_fields/{field_id}',
  access: 'administrator',
  knownFrom: 'servers',
  params: {
    field_id,
    name,
    hint,
    field_data,
    display_in_profile_summary,
    required,
    editable_by_user,
  },
});

/** Also deletes everyone's values. */
export const deleteCustomProfileField = defineOperation({
  id: 'deleteCustomProfileField',
  route: 'DELETE /realm/profile_fields/{field_id}',
  access: 'administrator',
  knownFrom: 'servers',
  params: { field_id },
});

/** A text or the ids of people. Null or an empty text clears the value. */
export const profileDataSchema = list(
  v.object({
    id: integer,
    value: v.nullable(v.union([textUpTo(10_000), list(integer, maxConversationPeople)])),
  }),
  maxIdsPerCall,
);

/** Sets the caller's values. */
export const updateProfileData = defineOperation({
  id: 'updateProfileData',
  route: 'PATCH /users/me/profile_data',
  access: 'human',
  knownFrom: 'servers',
  params: { data: json(profileDataSchema) },
});

/** Clears the caller's values of these fields. */
export const removeProfileData = defineOperation({
  id: 'removeProfileData',
  route: 'DELETE /users/me/profile_data',
  access: 'human',
  knownFrom: 'servers',
  params: { data: json(list(integer, maxIdsPerCall)) },
});
