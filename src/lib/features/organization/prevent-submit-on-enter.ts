/** Enter after a name that is nobody's sends no form: what was meant would be missing in it. */
export function preventSubmitOnEnter(
  event: KeyboardEvent & { currentTarget: HTMLInputElement },
): void {
  if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') event.preventDefault();
}
