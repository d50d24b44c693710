import { createContext, untrack } from 'svelte';
import { on } from 'svelte/events';
import { SvelteSet } from 'svelte/reactivity';
import type { IconComponent } from '../../ui/icon';
import {
  isSingleKey,
  isTextField,
  isBehindDialog,
  capturesKeys,
  shortcutOf,
  isTypingKey,
  formatShortcut,
} from './shortcuts';

/**
 * An action that the user can run here, defined once for buttons, menus, the palette, `?` and
 * shortcuts.
 */
export interface AppAction {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent | undefined;
  /**
   * See `client/actions/shortcuts` for the notation. Lists show the first one; the others work too.
   */
  readonly shortcut?: string | readonly string[] | undefined;
  /** Heading under which lists show it. */
  readonly section: string;
  /** Other words that find it in the palette. */
  readonly keywords?: string | undefined;
  /** If false, it is listed but can't run. */
  readonly enabled?: boolean | undefined;
  /**
   * Doesn't run while a text field has the focus, whatever the modifiers: the field gets the key.
   */
  readonly leavesText?: boolean | undefined;
  /** A component handles the key itself, only while it has the focus. The registry ignores it. */
  readonly isLocal?: boolean | undefined;
  /** Also works on selected text, so its key runs while text is selected. */
  readonly takesSelection?: boolean | undefined;
  /** Runs only while the focus is in this element. */
  readonly within?: (() => HTMLElement | undefined) | undefined;
  /** Left out of the palette: available by shortcut only. */
  readonly quiet?: boolean | undefined;
  readonly run: () => void;
}

/** The actions of all components on screen, in order of appearance. */
export class ActionRegistry {
  readonly #sources = new SvelteSet<() => readonly AppAction[]>();

  /** The text field that got the last typed key; null once the user has done something else. */
  #written: Element | null = null;

  readonly all = $derived([...this.#sources].flatMap((source) => source()));

  /**
   * The same in reverse order of sources: those of an open layer, then of its page, then of the
   * app.
   */
  readonly nearest = $derived([...this.#sources].toReversed().flatMap((source) => source()));

  /** `source` is read reactively; the returned function removes it. */
  add(source: () => readonly AppAction[]): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  /**
   * Tracks which text field the user types in: if that field disappears mid-word, the remaining
   * letters run no shortcuts. The returned function stops it.
   */
  follow(): () => void {
    const press = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (!isTypingKey(event)) this.#written = null;
      else if (isTextField(event.target)) this.#written = event.target as Element;
    };
    const stops = [
      on(window, 'keydown', press, { capture: true }),
      on(window, 'pointerdown', () => (this.#written = null), { capture: true }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /**
   * The enabled action for a key press; the source added last wins. Null means the key is not ours.
   */
  forKey(event: KeyboardEvent, singleKeys: boolean): AppAction | null {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented) return null;
    if (isSingleKey(shortcut)) {
      if (!singleKeys || capturesKeys(event.target)) return null;
      if (this.#written && !this.#written.checkVisibility()) return null;
    }
    if (isBehindDialog()) return null;
    const isSlip = isSingleKey(shortcut) && isTextSelected();
    const action = this.all.findLast(
      (candidate) =>
        candidate.enabled !== false &&
        (!isSlip || candidate.takesSelection) &&
        !candidate.isLocal &&
        (!candidate.within || candidate.within()?.contains(event.target as Node | null)) &&
        shortcutsOf(candidate).includes(shortcut),
    );
    return action?.leavesText && isTextField(event.target) ? null : (action ?? null);
  }
}

export function shortcutsOf(action: Pick<AppAction, 'shortcut'>): readonly string[] {
  const { shortcut } = action;
  return shortcut === undefined ? [] : typeof shortcut === 'string' ? [shortcut] : shortcut;
}

/** The first of its shortcuts, as shown beside the action. */
export function shownShortcut(action: Pick<AppAction, 'shortcut'>): string | undefined {
  const [first] = shortcutsOf(action);
  return first === undefined ? undefined : formatShortcut(first);
}

type ListedAction = Omit<AppAction, 'section'> & Partial<Pick<AppAction, 'section'>>;

/** Actions that lists show under one heading, unless an action names another. */
export const actionsIn = (section: string, actions: readonly ListedAction[]): AppAction[] =>
  actions.map((action) => ({ section, ...action }));

/** The same actions, whose keys work only while the focus is in that element. */
export function actionsWithin(
  element: () => HTMLElement | undefined,
  actions: readonly AppAction[],
): readonly AppAction[] {
  return actions.map((action) => ({ ...action, within: element }));
}

/** A letter pressed while text is selected is usually a slip of Ctrl+C. */
function isTextSelected(): boolean {
  return getSelection()?.type === 'Range';
}

export const [useActions, provideActions] = createContext<ActionRegistry>();

/**
 * Offers a component's actions for as long as it is mounted. Call it during component
 * initialization.
 */
export function offerActions(source: () => readonly AppAction[]): void {
  const actions = useActions();
  $effect(() => untrack(() => actions.add(source)));
}
