/**
 * Doesn't submit the form when Enter is pressed after a name that matches nobody, because the
 * intended person would be missing.
 */
export function preventSubmitOnEnter(
  event: KeyboardEvent & { currentTarget: HTMLInputElement },
): void {
  if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') event.preventDefault();
}
