/**
 * The files in the clipboard, if only files were copied. Spreadsheets add an image of their cells
 * to the text; operating systems add the files' names as text.
 */
export function pastedFilesOnly(
  data: Pick<DataTransfer, 'getData'> & { readonly files: Iterable<File> },
): readonly File[] {
  const files = [...data.files];
  const text = data.getData('text/plain').trim();
  if (text === '') return files;
  const names = new Set(files.map(({ name }) => name.normalize()));
  const isName = (line: string) => names.has(line.slice(line.lastIndexOf('/') + 1).normalize());
  return text.split(/[\r\n]+/).every(isName) ? files : [];
}
