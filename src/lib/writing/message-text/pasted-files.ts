/**
 * The files of a clip, where they are all that was copied. Spreadsheets add a picture of their cells to
 * the text; systems add to files a text of their names.
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
