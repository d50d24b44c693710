import * as v from 'valibot';
import { defineOperation, inPath, text } from './define-operation';
import { maxUrlTemplateLength } from './url-template';
import { integer, textUpTo } from './value-schemas';

/**
 * A website that can run code in a language. https://zulip.com/api/register-queue,
 * `realm_playgrounds`
 */
export const playgroundSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Name of the Pygments lexer for the language. */
  pygments_language: v.string(),
  /** RFC 6570 with a single variable, `code`. */
  url_template: v.string(),
});
export type CodePlayground = v.InferOutput<typeof playgroundSchema>;

const filled = (most: number) =>
  v.pipe(
    textUpTo(2 * most),
    v.trim(),
    v.check((value) => value !== '', 'cannot be blank'),
    v.check((value) => !/\p{Cc}/u.test(value), 'must not hold control characters'),
    textUpTo(most),
  );

/**
 * Zulip servers limit neither name nor template. We do, because every client loads the whole list:
 * 500 and 2,000 characters, and 500 playgrounds per organization.
 * https://zulip.com/api/add-code-playground
 */
export const addCodePlayground = defineOperation({
  id: 'addCodePlayground',
  route: 'POST /realm/playgrounds',
  params: {
    name: text(filled(500)),
    pygments_language: text(filled(40)),
    url_template: text(v.pipe(textUpTo(maxUrlTemplateLength), v.trim()), { since: 196 }),
  },
  result: v.object({ id: v.number() }),
  access: 'administrator',
  since: 49,
});

/** https://zulip.com/api/remove-code-playground */
export const removeCodePlayground = defineOperation({
  id: 'removeCodePlayground',
  route: 'DELETE /realm/playgrounds/{playground_id}',
  params: { playground_id: inPath(integer) },
  access: 'administrator',
  since: 49,
});
