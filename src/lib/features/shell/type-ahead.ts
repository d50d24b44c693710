import { tick } from 'svelte';
import { on } from 'svelte/events';
import { isTextField, isTypingKey } from '../../client/actions/shortcuts';

/**
 * Captures what the user types while a dialog or box is loading, so that it goes into its field and
 * not into the page or its shortcuts. `awaited` is the selector of what is loading. Escape or a click
 * into a text field cancels it. Call the returned function if it doesn't open.
 */
export function captureTypeAhead(awaited: string, ongiveup: () => void): () => void {
  let text = '';

  function giveUp() {
    stop();
    ongiveup();
  }

  function keydown(event: KeyboardEvent) {
    if (event.key === 'Escape') return giveUp();
    if (!isTypingKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
  }

  /** What opens sets its initial focus last. */
  async function focusin({ target }: FocusEvent) {
    if (!(target instanceof Element) || !target.closest(awaited)) return;
    await tick();
    const { activeElement: field } = document;
    // Inserts the text into the focused field.
    if (text !== '' && isTextField(field)) document.execCommand('insertText', false, text);
    text = '';
    stop();
  }

  const press = ({ target }: Event) => isTextField(target) && giveUp();

  const stops = [
    on(window, 'pointerdown', press, { capture: true }),
    on(window, 'keydown', keydown, { capture: true }),
    on(window, 'focusin', focusin, { capture: true }),
  ];
  const stop = () => stops.forEach((one) => one());
  return stop;
}
