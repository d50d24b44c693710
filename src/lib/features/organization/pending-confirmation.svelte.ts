/** What somebody is asked about before it is done: one at a time. Named still while its dialog closes. */
export class PendingConfirmation<T> {
  item = $state.raw<T>();
  isOpen = $state(false);

  open(item: T): void {
    this.item = item;
    this.isOpen = true;
  }
}
