import { tick } from 'svelte';
import { on } from 'svelte/events';
import { isTextField, isTypingKey } from '../../client/actions/shortcuts';

/**
 * What is typed before a dialog that was asked for is there goes into its field, and neither into the
 * page nor to its commands. Escape and a press into a text field give the dialog up. The result ends it
 * where no dialog comes.
 */
export function captureTypeAhead(ongiveup: () => void): () => void {
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

  /** The dialog says last where the focus begins. */
  async function focusin({ target }: FocusEvent) {
    if (!(target instanceof Element) || !target.closest('dialog')) return;
    await tick();
    const { activeElement: field } = document;
    // Into the field that has the focus.
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
