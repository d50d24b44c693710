import { createContext, untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Icon } from '../ui/icon';
import { isSingleKey, isTextField, ownsKeys, shortcutOf } from './shortcuts';

/** Something a person can do here, once: buttons, menus, the palette, `?` and keys all read it. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly icon?: Icon | undefined;
  /** See `client/shortcuts` for the notation. The first is shown, the others work too. */
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
  /** Known by its key only: left out of the palette. */
  readonly quiet?: boolean | undefined;
  readonly run: () => void;
}

/** The actions of everything on screen, in the order in which it appeared. */
export class Actions {
  readonly #sources = new SvelteSet<() => readonly Action[]>();

  readonly all = $derived([...this.#sources].flatMap((source) => source()));

  /** `source` is read reactively; the result takes it away again. */
  add(source: () => readonly Action[]): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  /** The enabled action of a key press; what appeared last goes first. Null leaves the key alone. */
  forKey(event: KeyboardEvent, singleKeys: boolean): Action | null {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented) return null;
    if (isSingleKey(shortcut) && (!singleKeys || ownsKeys(event.target) || isTextSelected())) {
      return null;
    }
    const action = this.all.findLast(
      (candidate) =>
        candidate.enabled !== false &&
        !candidate.isLocal &&
        shortcutsOf(candidate).includes(shortcut),
    );
    return action?.leavesText && isTextField(event.target) ? null : (action ?? null);
  }
}

export function shortcutsOf(action: Action): readonly string[] {
  const { shortcut } = action;
  return shortcut === undefined ? [] : typeof shortcut === 'string' ? [shortcut] : shortcut;
}

/** Letters pressed while text is selected are slips of a copy. */
function isTextSelected(): boolean {
  return getSelection()?.type === 'Range';
}

export const [useActions, provideActions] = createContext<Actions>();

/** Offers a component's actions for as long as it lives. Call it while the component starts. */
export function offerActions(source: () => readonly Action[]): void {
  const actions = useActions();
  $effect(() => untrack(() => actions.add(source)));
}
