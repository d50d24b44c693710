import type { IconComponent } from './icon';

/** One line of a menu. An action (title, icon, shortcut, enabled, run) already is one. */
export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent | undefined;
  /** Shortcut as displayed, for example `Ctrl+K`. */
  readonly keys?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** For exclusive options: whether this is the current one. */
  readonly checked?: boolean | undefined;
  readonly danger?: boolean | undefined;
  /** Draws a divider above it. */
  readonly divider?: boolean | undefined;
  readonly run: () => void;
}
