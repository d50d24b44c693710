import * as v from 'valibot';

/** A place of the menu, pinned or hidden. https://zulip.com/api/get-navigation-views */
export const navigationViewSchema = v.object({
  /** What stands behind `#` in its address; one person's views differ in it. */
  fragment: v.string(),
  is_pinned: v.boolean(),
  /** Null for those that every client has. */
  name: v.nullish(v.string()),
});
export type NavigationView = v.InferOutput<typeof navigationViewSchema>;
