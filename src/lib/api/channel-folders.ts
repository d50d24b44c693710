import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, textUpTo } from './value-schemas';

/** A heading under which channels stand. https://zulip.com/api/get-channel-folders */
export const channelFolderSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Markdown. */
  description: v.string(),
  rendered_description: v.string(),
  /** Absent before level 414; folders then stand by id. */
  order: v.optional(v.number()),
  /** UNIX seconds. */
  date_created: v.nullable(v.number()),
  creator_id: v.nullable(v.number()),
  is_archived: v.boolean(),
});
export type ChannelFolder = v.InferOutput<typeof channelFolderSchema>;

/** Code points, counted after stripping. */
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

/** At the end of the list. https://zulip.com/api/create-channel-folder */
export const createChannelFolder = defineOperation({
  id: 'createChannelFolder',
  method: 'POST',
  path: '/channel_folders/create',
  params: { name, description: optional(description) },
  result: v.object({ channel_folder_id: v.number() }),
  access: 'administrator',
  since: 389,
});

/** In their order. https://zulip.com/api/get-channel-folders */
export const getChannelFolders = defineOperation({
  id: 'getChannelFolders',
  method: 'GET',
  path: '/channel_folders',
  params: { include_archived: optional(json(v.boolean())) },
  result: v.object({ channel_folders: v.array(channelFolderSchema) }),
  since: 389,
});

/** `order` names every folder once, archived ones too. https://zulip.com/api/patch-channel-folders */
export const patchChannelFolders = defineOperation({
  id: 'patchChannelFolders',
  method: 'PATCH',
  path: '/channel_folders',
  params: { order: json(list(integer, 5000)) },
  result: v.object({}),
  access: 'administrator',
  since: 414,
});

/** A folder is archived when no channel is in it. https://zulip.com/api/update-channel-folder */
export const updateChannelFolder = defineOperation({
  id: 'updateChannelFolder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  params: {
    channel_folder_id: inPath(integer),
    name: optional(name),
    description: optional(description),
    is_archived: optional(json(v.boolean())),
  },
  result: v.object({}),
  access: 'administrator',
  since: 389,
});

export const channelFolderOperations = {
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
};
