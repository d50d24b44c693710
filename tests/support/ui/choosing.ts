import { onTestFinished, vi } from 'vitest';

/** Until the end of the test, every file dialog returns this file. */
export function choosing(file: File): void {
  vi.stubGlobal('showOpenFilePicker', undefined);
  const dialog = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const data = new DataTransfer();
    data.items.add(file);
    this.files = data.files;
    this.dispatchEvent(new Event('change'));
  });
  onTestFinished(() => {
    dialog.mockRestore();
    vi.unstubAllGlobals();
  });
}
