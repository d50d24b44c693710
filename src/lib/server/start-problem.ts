/**
 * Why Inkwell can't start, in one line that tells the user what to do. `src/bin` prints it without
 * a stack.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
