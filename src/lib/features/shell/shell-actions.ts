import Keyboard from '@lucide/svelte/icons/keyboard';
import LogOut from '@lucide/svelte/icons/log-out';
import MonitorX from '@lucide/svelte/icons/monitor-x';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Plus from '@lucide/svelte/icons/plus';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import Smile from '@lucide/svelte/icons/smile';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Undo from '@lucide/svelte/icons/undo-2';
import UserRound from '@lucide/svelte/icons/user-round';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../client/actions/app-keys';
import { actionsIn, type AppAction } from '../../client/actions/action-registry.svelte';
import type { DevicePreferences, ColorTheme } from '../../client/device-preferences.svelte';
import type { SessionState } from '../../client/session/session-state.svelte';
import type { AppUpdates } from '../../client/app-updates.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { shellPages } from './shell-pages';

export interface ShellActionParts {
  readonly session: SessionState;
  readonly preferences: DevicePreferences;
  readonly theme: ColorTheme;
  readonly wear: (theme: ColorTheme) => void;
  readonly toasts: ToastQueue;
  readonly updates: AppUpdates;
  readonly go: (href: string) => void;
  readonly open: (layer: 'palette' | 'help' | 'status' | 'other-sessions' | 'sign-out') => void;
}

export const themeLabels: Readonly<Record<ColorTheme, () => string>> = {
  automatic: m.ui_match_system,
  light: m.ui_light,
  dark: m.ui_dark,
};

/** Actions available on every page. Reactive. */
export function shellActions({
  session,
  preferences,
  theme: worn,
  wear,
  toasts,
  updates,
  go,
  open,
}: ShellActionParts): AppAction[] {
  const done = toasts.undos.last;
  const nextTheme = { automatic: 'light', light: 'dark', dark: 'automatic' } as const;
  const theme = nextTheme[worn];
  const others = session.accounts.filter(({ id }) => id !== session.account?.id);
  const here = session.accounts.findIndex(({ id }) => id === session.account?.id);
  const next = session.accounts[(here + 1) % Math.max(1, session.accounts.length)];
  return actionsIn(m.shell_section_app(), [
    ...shellPages.map(({ href, title, icon, shortcut }) => ({
      id: `go-${href}`,
      title: title(),
      icon,
      shortcut,
      section: m.shell_section_go(),
      run: () => go(href),
    })),
    {
      id: 'palette',
      title: m.shell_palette_open(),
      icon: Search,
      shortcut: appKeys.commands,
      quiet: true,
      run: () => open('palette'),
    },
    {
      id: 'help',
      title: m.shell_help_title(),
      icon: Keyboard,
      shortcut: appKeys.help,
      run: () => open('help'),
    },
    {
      id: 'undo',
      title: done ? m.ui_undo_it({ done: done.label }) : m.ui_undo_last(),
      icon: Undo,
      shortcut: appKeys.undo,
      leavesText: true,
      enabled: done !== undefined,
      run: () => void toasts.undo(),
    },
    {
      id: 'navigation',
      title: preferences.navigationCollapsed
        ? m.shell_navigation_expand()
        : m.shell_navigation_collapse(),
      icon: PanelLeft,
      shortcut: appKeys.collapseNavigation,
      keywords: 'sidebar',
      // Phones have a bottom bar instead.
      enabled: matchMedia('(width >= 48rem)').matches,
      run: () => (preferences.navigationCollapsed = !preferences.navigationCollapsed),
    },
    {
      id: 'theme',
      title: m.shell_theme_next({ theme: themeLabels[theme]() }),
      icon: SunMoon,
      keywords: 'dark light night colour color appearance',
      run: () => wear(theme),
    },
    {
      id: 'preferences',
      title: m.shell_preferences(),
      icon: SlidersHorizontal,
      shortcut: appKeys.preferences,
      keywords: 'settings options',
      run: () => go('/settings/preferences'),
    },
    {
      id: 'settings',
      title: m.shell_settings(),
      icon: Settings,
      section: m.shell_section_go(),
      keywords: 'account password notifications privacy name e-mail options',
      run: () => go('/settings/account'),
    },
    {
      id: 'status',
      title: m.shell_status(),
      icon: Smile,
      section: m.shell_accounts(),
      keywords: 'away busy emoji lunch holiday',
      run: () => open('status'),
    },
    {
      id: 'update',
      title: m.shell_update(),
      icon: RefreshCw,
      enabled: updates.ready,
      run: () => updates.apply(),
    },
    ...others.map((account) => ({
      id: `account-${account.id}`,
      title: m.shell_switch_to({ name: account.full_name, organization: account.realm_name }),
      icon: UserRound,
      section: m.shell_accounts(),
      run: () => session.switchTo(account.id),
    })),
    {
      id: 'next-account',
      title: m.shell_next_account(),
      icon: UserRound,
      shortcut: appKeys.nextAccount,
      section: m.shell_accounts(),
      quiet: true,
      enabled: others.length > 0,
      run: () => next && session.switchTo(next.id),
    },
    {
      id: 'add-account',
      title: m.shell_add_account(),
      icon: Plus,
      section: m.shell_accounts(),
      run: () => go('/login'),
    },
    {
      id: 'other-sessions',
      title: m.shell_other_sessions(),
      icon: MonitorX,
      section: m.shell_accounts(),
      keywords: 'sign out log out everywhere devices browsers new key',
      run: () => open('other-sessions'),
    },
    {
      id: 'sign-out',
      title: m.shell_sign_out(),
      icon: LogOut,
      section: m.shell_accounts(),
      keywords: 'log out leave',
      run: () => open('sign-out'),
    },
  ]);
}
