import * as v from 'valibot';
import { defineOperation, inPath, json, text } from './define-operation';
import { maxUrlTemplateLength } from './url-template';
import { integer, list, textUpTo } from './value-schemas';

/** A pattern that turns matching text into links. https://zulip.com/api/get-linkifiers */
export const linkifierSchema = v.object({
  id: v.number(),
  /** RE2 with named groups. */
  pattern: v.string(),
  /** RFC 6570; its variables are the named groups of the pattern. */
  url_template: v.string(),
});
export type RealmLinkifier = v.InferOutput<typeof linkifierSchema>;

/** Limited because every client gets the whole list. */
export const maxLinkifiers = 500;

const filled = (most: number) =>
  v.pipe(
    textUpTo(most),
    v.trim(),
    v.check((value) => value !== '', 'cannot be blank'),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  );
const pattern = text(filled(1000));
const url_template = text(filled(maxUrlTemplateLength), { since: 176 });
const filter_id = inPath(integer);

/** In the order they are applied. https://zulip.com/api/get-linkifiers */
export const getLinkifiers = defineOperation({
  id: 'getLinkifiers',
  route: 'GET /realm/linkifiers',
  result: v.object({ linkifiers: v.array(linkifierSchema) }),
  since: 54,
});

/** Takes all ids, each once, in their new order. https://zulip.com/api/reorder-linkifiers */
export const reorderLinkifiers = defineOperation({
  id: 'reorderLinkifiers',
  route: 'PATCH /realm/linkifiers',
  params: { ordered_linkifier_ids: json(list(integer, maxLinkifiers)) },
  access: 'administrator',
  since: 202,
});

/** Appends the linkifier to the list. https://zulip.com/api/add-linkifier */
export const addLinkifier = defineOperation({
  id: 'addLinkifier',
  route: 'POST /realm/filters',
  params: { pattern, url_template },
  result: v.object({ id: v.number() }),
  access: 'administrator',
});

/** Existing messages keep their links. https://zulip.com/api/update-linkifier */
export const updateLinkifier = defineOperation({
  id: 'updateLinkifier',
  route: 'PATCH /realm/filters/{filter_id}',
  params: { filter_id, pattern, url_template },
  access: 'administrator',
  since: 57,
});

/** https://zulip.com/api/remove-linkifier */
export const removeLinkifier = defineOperation({
  id: 'removeLinkifier',
  route: 'DELETE /realm/filters/{filter_id}',
  params: { filter_id },
  access: 'administrator',
});
