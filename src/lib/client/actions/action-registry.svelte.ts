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
} from './shortcuts';

/** Something a person can do here, once: buttons, menus, the palette, `?` and keys all read it. */
export interface AppAction {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent | undefined;
  /** See `client/actions/shortcuts` for the notation. The first is shown, the others work too. */
  readonly shortcut?: string | readonly string[] | undefined;
  /** Heading under which lists show it. */
  readonly section: string;
  /** Other words that find it in the palette. */
  readonly keywords?: string | undefined;
  /** Listed but not to be run while false. */
  readonly enabled?: boolean | undefined;
  /** Its key stays the text field's own while one has the focus, whatever its modifiers. */
  readonly leavesText?: boolean | undefined;
  /** Its key is heard by the place itself, and only while that has the focus. */
  readonly isLocal?: boolean | undefined;
  /** It is meant for what is selected, too: its key is heard while text is. */
  readonly takesSelection?: boolean | undefined;
  /** Its key is meant for that element, and heard only while the focus is in it. */
  readonly within?: (() => HTMLElement | undefined) | undefined;
  /** Known by its key only: left out of the palette. */
  readonly quiet?: boolean | undefined;
  readonly run: () => void;
}

/** The actions of everything on screen, in the order in which it appeared. */
export class ActionRegistry {
  readonly #sources = new SvelteSet<() => readonly AppAction[]>();

  /** The text field that the last key wrote in; null once a person has done something else. */
  #written: Element | null = null;

  readonly all = $derived([...this.#sources].flatMap((source) => source()));

  /** The same, those of what appeared last first: of what is open, then of its page, then of the app. */
  readonly nearest = $derived([...this.#sources].toReversed().flatMap((source) => source()));

  /** `source` is read reactively; the result takes it away again. */
  add(source: () => readonly AppAction[]): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  /**
   * Watches where a person writes: the rest of a text whose field went away by itself is no shortcut.
   * The result stops it.
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

  /** The enabled action of a key press; what appeared last goes first. Null leaves the key alone. */
  forKey(event: KeyboardEvent, singleKeys: boolean): AppAction | null {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented || isBehindDialog()) return null;
    if (isSingleKey(shortcut)) {
      if (!singleKeys || capturesKeys(event.target)) return null;
      if (this.#written && !this.#written.checkVisibility()) return null;
    }
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

export function shortcutsOf(action: AppAction): readonly string[] {
  const { shortcut } = action;
  return shortcut === undefined ? [] : typeof shortcut === 'string' ? [shortcut] : shortcut;
}

/** Letters pressed while text is selected are slips of a copy. */
function isTextSelected(): boolean {
  return getSelection()?.type === 'Range';
}

export const [useActions, provideActions] = createContext<ActionRegistry>();

/** Offers a component's actions for as long as it lives. Call it while the component starts. */
export function offerActions(source: () => readonly AppAction[]): void {
  const actions = useActions();
  $effect(() => untrack(() => actions.add(source)));
}
