import type { ChosenFile } from './chosen-file';
import type { FileHandle } from './file-handles';

/**
 * Opens the system's file dialog; empty if the user cancels. Returns file handles where the browser
 * supports them, except on phones, where the other dialog offers the camera.
 */
export async function chooseFiles(multiple: boolean): Promise<readonly ChosenFile[]> {
  const picked = matchMedia('(pointer: fine)').matches ? await pick(multiple) : null;
  return picked ?? choose(multiple);
}

/** Null if this dialog is not available in this browser or on this page. */
async function pick(multiple: boolean): Promise<readonly ChosenFile[] | null> {
  try {
    const handles = await window.showOpenFilePicker?.({ multiple });
    return handles
      ? (await Promise.all(handles.map(chosenFileOf))).flatMap((one) => one ?? [])
      : null;
  } catch (reason) {
    return reason instanceof DOMException && reason.name === 'AbortError' ? [] : null;
  }
}

/** Null if the file was removed in the meantime. */
async function chosenFileOf(handle: FileHandle): Promise<ChosenFile | null> {
  const file = await handle.getFile().catch(() => null);
  return file && { file, isFolder: false, handle: Promise.resolve(handle) };
}

function choose(multiple: boolean): Promise<readonly ChosenFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = multiple;
    input.onchange = () =>
      resolve([...(input.files ?? [])].map((file) => ({ file, isFolder: false })));
    input.oncancel = () => resolve([]);
    input.click();
  });
}
