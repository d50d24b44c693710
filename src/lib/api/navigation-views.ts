import * as v from 'valibot';
import { navigationViewSchema } from './navigation-view';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { textUpTo } from './value-schemas';

/** Views that every client has, with names of its own. */
export const builtInNavigationViews: readonly string[] = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
];

const filled = v.pipe(
  textUpTo(500),
  v.trim(),
  v.check((value) => value !== '', 'cannot be blank'),
  v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
);
const isStep = (part: string) => part === '' || part === '.' || part === '..';
/** Restricted because it's also used in paths. */
const fragment = v.pipe(
  filled,
  v.check((value) => !value.includes('\\') && !value.split('/').some(isStep), 'is no fragment'),
);
const inAddress = inPath(textUpTo(500));

/**
 * The caller's saved views, in the order they were saved.
 * https://zulip.com/api/get-navigation-views
 */
export const getNavigationViews = defineOperation({
  id: 'getNavigationViews',
  route: 'GET /navigation_views',
  result: v.object({ navigation_views: v.array(navigationViewSchema) }),
  since: 390,
});

/**
 * A built-in view must not have a name; any other must. https://zulip.com/api/add-navigation-view
 */
export const addNavigationView = defineOperation({
  id: 'addNavigationView',
  route: 'POST /navigation_views',
  params: {
    fragment: text(fragment),
    is_pinned: json(v.boolean()),
    name: optional(text(filled)),
  },
  since: 390,
});

/** Omitted parameters stay unchanged. https://zulip.com/api/edit-navigation-view */
export const editNavigationView = defineOperation({
  id: 'editNavigationView',
  route: 'PATCH /navigation_views/{fragment+}',
  params: {
    fragment: inAddress,
    is_pinned: optional(json(v.boolean())),
    name: optional(text(filled)),
  },
  since: 390,
});

/**
 * A built-in view goes back to its default position. https://zulip.com/api/remove-navigation-view
 */
export const removeNavigationView = defineOperation({
  id: 'removeNavigationView',
  route: 'DELETE /navigation_views/{fragment+}',
  params: { fragment: inAddress },
  since: 390,
});
