/** What a dialog of a list is about, one item at a time. It stays set while the dialog closes. */
export class ItemDialog<T> {
  item = $state.raw<T>();
  isOpen = $state(false);
  /** Key of a dialog that starts every opening with fresh state. */
  openings = $state(0);

  /** Without an item to create one. */
  open = (item?: T): void => {
    this.item = item;
    this.openings += 1;
    this.isOpen = true;
  };
}
