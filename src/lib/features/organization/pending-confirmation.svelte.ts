/**
 * The item the user is asked to confirm an action on, one at a time. It stays set while its dialog
 * closes.
 */
export class PendingConfirmation<T> {
  item = $state.raw<T>();
  isOpen = $state(false);

  open(item: T): void {
    this.item = item;
    this.isOpen = true;
  }
}
