import * as v from 'valibot';
import { navigationViewSchema } from './navigation-view';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { textUpTo } from './value-schemas';

/** The views that every client has; their names are the client's. */
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
/** It stands in paths as well. */
const fragment = v.pipe(
  filled,
  v.check((value) => !value.includes('\\') && !value.split('/').some(isStep), 'is no fragment'),
);
const inAddress = inPath(textUpTo(500));

/** One's own that have been set, in the order in which they were. https://zulip.com/api/get-navigation-views */
export const getNavigationViews = defineOperation({
  id: 'getNavigationViews',
  method: 'GET',
  path: '/navigation_views',
  params: {},
  result: v.object({ navigation_views: v.array(navigationViewSchema) }),
  since: 390,
});

/** A built-in one has no name, any other needs one. https://zulip.com/api/add-navigation-view */
export const addNavigationView = defineOperation({
  id: 'addNavigationView',
  method: 'POST',
  path: '/navigation_views',
  params: {
    fragment: text(fragment),
    is_pinned: json(v.boolean()),
    name: optional(text(filled)),
  },
  result: v.object({}),
  since: 390,
});

/** What is not given stays. https://zulip.com/api/edit-navigation-view */
export const editNavigationView = defineOperation({
  id: 'editNavigationView',
  method: 'PATCH',
  path: '/navigation_views/{fragment+}',
  params: {
    fragment: inAddress,
    is_pinned: optional(json(v.boolean())),
    name: optional(text(filled)),
  },
  result: v.object({}),
  since: 390,
});

/** A built-in view goes back to where clients put it. https://zulip.com/api/remove-navigation-view */
export const removeNavigationView = defineOperation({
  id: 'removeNavigationView',
  method: 'DELETE',
  path: '/navigation_views/{fragment+}',
  params: { fragment: inAddress },
  result: v.object({}),
  since: 390,
});

export const navigationViewOperations = {
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
};
