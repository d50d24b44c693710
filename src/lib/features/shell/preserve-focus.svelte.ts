import { afterNavigate, beforeNavigate, onNavigate } from '$app/navigation';
import { on } from 'svelte/events';
import { isTextField } from '../../client/actions/shortcuts';

const layers = 'dialog, [popover]';

/**
 * A change of page takes the focus from where it is. It comes back to an open layer, to where a person
 * has pressed or written since the page was asked for, and on the way back or forward to a text field.
 * Call it while a component starts, before its own `afterNavigate`; the result tells whether it is
 * there again.
 */
export function preserveFocus(): () => boolean {
  /** Where a person has been since the page was asked for. */
  let used: EventTarget | null = null;
  let place: HTMLElement | null = null;

  const use = ({ target }: Event) => (used = target);
  $effect(() => on(window, 'input', use, { capture: true }));
  $effect(() => on(window, 'pointerdown', use, { capture: true }));
  beforeNavigate(() => (used = null));
  onNavigate(({ type }) => {
    const { activeElement: now } = document;
    const isWritten = now === used || (type === 'popstate' && isTextField(now));
    const isKept = now instanceof HTMLElement && (isWritten || now.closest(layers));
    place = isKept ? now : null;
  });
  afterNavigate(() => {
    if (place?.checkVisibility() !== true) place = null;
    place?.focus({ preventScroll: true });
  });
  return () => place !== null;
}
