/** Why an archive can't be imported, in one line for the person importing it. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
}
