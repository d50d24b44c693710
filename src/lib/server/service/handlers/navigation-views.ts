import { and, eq } from 'drizzle-orm';
import { builtInNavigationViews } from '../../../api/navigation-views';
import type { ServiceContext } from '../context';
import { navigationViews } from '../db/schema/navigation-views';
import { badRequest, rowNotFound, ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import { listViews } from '../navigation-views/list';
import { lockCaller } from '../users/lock';

/** Far more than anyone's menu has. */
const maxNavigationViews = 1000;
const missing = 'Navigation view does not exist.';

const own = ({ user }: ServiceContext, fragment: string) =>
  and(eq(navigationViews.user_id, user.id), eq(navigationViews.fragment, fragment));

const noName = () => badRequest("Built-in views can't be renamed.");

function checkName(views: readonly { name?: string | null }[], name: string | undefined): void {
  if (name !== undefined && views.some((view) => view.name === name)) {
    throw badRequest('A view with this name already exists.');
  }
}

export const navigationViewHandlers = {
  getNavigationViews: async (context) => ({
    navigation_views: await listViews(context),
  }),

  async addNavigationView(context, params) {
    const { tx, user, emit } = context;
    const { fragment, is_pinned, name } = params;
    const isBuiltIn = builtInNavigationViews.includes(fragment);
    if (isBuiltIn && name !== undefined) throw noName();
    if (!isBuiltIn && name === undefined) throw badRequest('A custom view needs a name.');
    await lockCaller(context);
    const views = await listViews(context);
    if (views.some((view) => view.fragment === fragment)) {
      throw badRequest('A view with this fragment already exists.');
    }
    checkName(views, name);
    if (views.length >= maxNavigationViews)
      throw badRequest(`You can have at most ${maxNavigationViews} views.`);
    const navigation_view = { fragment, is_pinned, name: name ?? null };
    await tx.insert(navigationViews).values({ user_id: user.id, ...navigation_view });
    emit({ payload: { type: 'navigation_view', op: 'add', navigation_view }, audience: [user.id] });
  },

  async editNavigationView(context, params) {
    const { tx, user, emit } = context;
    const { fragment, is_pinned, name } = params;
    await lockCaller(context);
    const views = await listViews(context);
    const old = views.find((view) => view.fragment === fragment);
    if (!old) throw new ServiceFailure('NOT_FOUND', missing, 404);
    if (name !== undefined && builtInNavigationViews.includes(fragment)) throw noName();
    const data = {
      ...(is_pinned !== undefined && is_pinned !== old.is_pinned && { is_pinned }),
      ...(name !== undefined && name !== old.name && { name }),
    };
    checkName(views, data.name);
    if (Object.keys(data).length === 0) return;
    await tx.update(navigationViews).set(data).where(own(context, fragment));
    emit({
      payload: { type: 'navigation_view', op: 'update', fragment, data },
      audience: [user.id],
    });
  },

  async removeNavigationView(context, { fragment }) {
    const { tx, user, emit } = context;
    const removed = await tx
      .delete(navigationViews)
      .where(own(context, fragment))
      .returning({ id: navigationViews.id });
    if (removed.length === 0) throw rowNotFound(missing);
    emit({ payload: { type: 'navigation_view', op: 'remove', fragment }, audience: [user.id] });
  },
} satisfies Partial<OperationHandlers>;
