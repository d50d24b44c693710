import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, textUpTo } from './value-schemas';

/** A heading that groups channels. https://zulip.com/api/get-channel-folders */
export const channelFolderSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Markdown. */
  description: v.string(),
  rendered_description: v.string(),
  /** Absent before level 414; folders are then sorted by id. */
  order: v.optional(v.number()),
  /** UNIX seconds. */
  date_created: v.nullable(v.number()),
  creator_id: v.nullable(v.number()),
  is_archived: v.boolean(),
});
export type ChannelFolder = v.InferOutput<typeof channelFolderSchema>;

/** Code points, counted after trimming. */
export const maxChannelFolderNameLength = 60;
export const maxChannelFolderDescriptionLength = 1024;

const stripped = (max: number) =>
  v.pipe(
    textUpTo(10_000),
    v.trim(),
    v.check(
      (value) => value.length <= max || [...value].length <= max,
      `is too long (limit: ${max} characters)`,
    ),
  );

const name = text(
  v.pipe(
    stripped(maxChannelFolderNameLength),
    v.check((value) => value !== '', 'cannot be blank'),
    v.check((value) => !/\p{C}/u.test(value), 'must not hold characters that cannot be shown'),
  ),
);
const description = text(
  v.pipe(
    stripped(maxChannelFolderDescriptionLength),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  ),
);

/** Appends the folder to the list. https://zulip.com/api/create-channel-folder */
export const createChannelFolder = defineOperation({
  id: 'createChannelFolder',
  route: 'POST /channel_folders/create',
  params: { name, description: optional(description) },
  result: v.object({ channel_folder_id: v.number() }),
  access: 'administrator',
  since: 389,
});

/** In the organization's order. https://zulip.com/api/get-channel-folders */
export const getChannelFolders = defineOperation({
  id: 'getChannelFolders',
  route: 'GET /channel_folders',
  params: { include_archived: optional(json(v.boolean())) },
  result: v.object({ channel_folders: v.array(channelFolderSchema) }),
  since: 389,
});

/**
 * `order` lists every folder once, including archived ones.
 * https://zulip.com/api/patch-channel-folders
 */
export const patchChannelFolders = defineOperation({
  id: 'patchChannelFolders',
  route: 'PATCH /channel_folders',
  params: { order: json(list(integer, 5000)) },
  access: 'administrator',
  since: 414,
});

/** Only an empty folder can be archived. https://zulip.com/api/update-channel-folder */
export const updateChannelFolder = defineOperation({
  id: 'updateChannelFolder',
  route: 'PATCH /channel_folders/{channel_folder_id}',
  params: {
    channel_folder_id: inPath(integer),
    name: optional(name),
    description: optional(description),
    is_archived: optional(json(v.boolean())),
  },
  access: 'administrator',
  since: 389,
});
