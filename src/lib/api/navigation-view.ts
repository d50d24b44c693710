import * as v from 'valibot';

/** A pinned or hidden entry of the menu. https://zulip.com/api/get-navigation-views */
export const navigationViewSchema = v.object({
  /** The part of its URL after `#`; unique per user. */
  fragment: v.string(),
  is_pinned: v.boolean(),
  /** Null for built-in views. */
  name: v.nullish(v.string()),
});
export type NavigationView = v.InferOutput<typeof navigationViewSchema>;
