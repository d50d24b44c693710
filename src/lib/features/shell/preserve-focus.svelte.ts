import { afterNavigate, beforeNavigate, onNavigate } from '$app/navigation';
import { on } from 'svelte/events';
import { isTextField } from '../../client/actions/shortcuts';

const layers = 'dialog, [popover]';

/**
 * Restores the focus after navigation: to an open layer, to the element the user clicked or typed
 * in since navigation began, and on back or forward to a text field. Call during component
 * initialization, before the component's own `afterNavigate`. The result says whether focus was
 * restored.
 */
export function preserveFocus(): () => boolean {
  /** The element the user clicked or typed in since navigation began. */
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
