/** Less is a browser bar appearing or disappearing, not a keyboard. */
const minKeyboardHeight = 120;

/**
 * Sets `--ink-keyboard` to the height of the page that an on-screen keyboard covers. Most browsers
 * shrink the page instead (`interactive-widget` in `app.html`), and then it stays zero; iOS puts
 * the keyboard over the page and scrolls visible content away. The returned function stops it.
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
