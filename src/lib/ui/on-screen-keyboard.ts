/** Less is a browser's own bar coming and going, not a keyboard. */
const minKeyboardHeight = 120;

/**
 * Tells style sheets how much of the page an on-screen keyboard covers, as `--ink-keyboard`. Most
 * browsers shrink the page instead (`interactive-widget` in `app.html`), and then it stays zero; iOS
 * lays the keyboard over the page and scrolls what was already in sight away. The result stops it.
 */
export function followOnScreenKeyboard(): () => void {
  const visible = window.visualViewport;
  if (!visible) return () => undefined;
  const root = document.documentElement;

  function fit(): void {
    const covered = visible && visible.scale === 1 ? window.innerHeight - visible.height : 0;
    const keyboard = covered > minKeyboardHeight ? Math.round(covered) : 0;
    root.style.setProperty('--ink-keyboard', `${keyboard}px`);
    if (keyboard > 0) window.scrollTo(0, 0);
  }

  visible.addEventListener('resize', fit);
  return () => {
    visible.removeEventListener('resize', fit);
    root.style.removeProperty('--ink-keyboard');
  };
}
