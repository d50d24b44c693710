import { untrack } from 'svelte';

let open = $state.raw<readonly HTMLDialogElement[]>([]);

/**
 * Moves `content` into the modal dialog that was opened last, because everything outside is inert;
 * without one, back into its `home`. Call it in an effect.
 */
export function moveIntoOpenDialog(content: HTMLElement, home: HTMLElement): void {
  const place = open.at(-1) ?? home;
  if (content.parentNode !== place) place.append(content);
}

/** Registers a modal dialog as open; the returned function removes it. */
export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  const others = () => untrack(() => open).filter((one) => one !== dialog);
  open = [...others(), dialog];
  return () => {
    open = others();
  };
}
