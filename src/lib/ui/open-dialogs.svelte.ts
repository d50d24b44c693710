import { untrack } from 'svelte';

let open = $state.raw<readonly HTMLDialogElement[]>([]);

/**
 * Puts `content` into the modal dialog that was opened last, beside which nothing can be reached;
 * where there is none, back into its `home`. To be called by an effect.
 */
export function moveIntoOpenDialog(content: HTMLElement, home: HTMLElement): void {
  const place = open.at(-1) ?? home;
  if (content.parentNode !== place) place.append(content);
}

/** `dialog` is shown as a modal one; the returned function says that it is not any more. */
export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  const others = () => untrack(() => open).filter((one) => one !== dialog);
  open = [...others(), dialog];
  return () => {
    open = others();
  };
}
