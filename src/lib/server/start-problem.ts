/** Why Inkwell cannot start, in one line that a person can act on. `src/bin` prints it without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
