import type { IconComponent } from './icon';

/** One line of a menu. An action (title, icon, shortcut, enabled, run) is one already. */
export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent | undefined;
  /** Keys as shown, such as `Ctrl+K`. */
  readonly keys?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Of several that exclude each other, the one in force. */
  readonly checked?: boolean | undefined;
  readonly danger?: boolean | undefined;
  /** Drawn above it. */
  readonly divider?: boolean | undefined;
  readonly run: () => void;
}
