/** Why an archive cannot be taken over, in one line for the person who brought it. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
}
