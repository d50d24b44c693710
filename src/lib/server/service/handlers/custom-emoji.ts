import { isAdministrator } from '$lib/api/roles';
import { canAddEmoji, canRemoveEmoji } from '$lib/api/permissions/organization';
import { and, eq, inArray } from 'drizzle-orm';
import { emojiCode } from '../../../api/emoji-names';
import { recordAuditedChange } from '../audit/record';
import { customEmoji } from '../db/schema/custom-emoji';
import { uploads } from '../db/schema/files';
import { activeEmoji, announceEmoji, listCustomEmoji } from '../emoji/custom';
import { badRequest, requirePermission, rowNotFound } from '../failure';
import type { OperationHandlers } from '../handler';
import { loadPermissions } from '../permissions/load';

/** Maximum number of characters of `:name:` in a text. */
const maxNameLength = 64;

/** Spaces count as underscores. Throws 400 for an invalid name. */
function readName(given: string): string {
  const name = given.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('An emoji needs a name.');
  if (name.length > maxNameLength) {
    throw badRequest(`The name of an emoji can have at most ${maxNameLength} characters.`);
  }
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw badRequest(
      'The name of an emoji can only have lowercase letters from a to z, digits, spaces, dashes and underscores.',
    );
  }
  if (!/[0-9a-z]$/.test(name)) {
    throw badRequest('The name of an emoji must end with a letter or a digit.');
  }
  return name;
}

export const customEmojiHandlers = {
  /** https://zulip.com/api/get-custom-emoji */
  getCustomEmoji: async (context) => ({
    emoji: await listCustomEmoji(context),
  }),

  /** `Files.receivePicture` has already checked the image. */
  async uploadCustomEmoji(context, { emoji_name }) {
    const { tx, user, realm, request } = context;
    if (!request.file) throw badRequest('Send the image as exactly one file.');
    requirePermission(canAddEmoji(await loadPermissions(context, user)));
    const name = readName(emoji_name);
    if (emojiCode(name) !== undefined && !isAdministrator(user)) {
      throw badRequest('Only administrators can replace a built-in emoji.');
    }
    const { path_id, size, content_type, still } = request.file;
    const [made] = await tx
      .insert(customEmoji)
      .values({
        realm_id: realm.id,
        author_id: user.id,
        name,
        path_id,
        size,
        content_type,
        ...(still && { still_path_id: still.path_id, still_size: still.size }),
      })
      .onConflictDoNothing()
      .returning({ id: customEmoji.id });
    if (!made) throw badRequest('An emoji with this name already exists.');
    const kept = [path_id, ...(still ? [still.path_id] : [])];
    await tx.delete(uploads).where(inArray(uploads.path_id, kept));
    await recordAuditedChange(context, { action: 'emoji.added', after: { id: made.id, name } });
    await announceEmoji(context);
  },

  async deactivateCustomEmoji(context, { emoji_name }) {
    const { tx, user } = context;
    const [row] = await activeEmoji(context, [emoji_name]);
    if (!row) throw rowNotFound(`There is no emoji named '${emoji_name}'.`);
    if (!canRemoveEmoji({ user_id: user.id, role: user.role }, row.author_id)) {
      throw badRequest('Only the author of an emoji and administrators can remove it.');
    }
    const [gone] = await tx
      .update(customEmoji)
      .set({ deactivated: true })
      .where(and(eq(customEmoji.id, row.id), eq(customEmoji.deactivated, false)))
      .returning({ id: customEmoji.id });
    if (!gone) throw rowNotFound(`There is no emoji named '${emoji_name}'.`);
    const { id, name } = row;
    await recordAuditedChange(context, { action: 'emoji.deactivated', before: { id, name } });
    await announceEmoji(context);
  },
} satisfies Partial<OperationHandlers>;
