/**
 * Statements with more parameters contain lists of varying length, so most occur only once, but a
 * database would keep the plan of each.
 */
export const maxPreparedParameters = 24;

/** Several times the number of statements in the service. Searches can combine into any number. */
const maxStatementNames = 3000;

/**
 * Names of statements by their texts. Each connection keeps the plan of each name until it closes,
 * so names are never reused. Once all are taken, further texts get no name and are planned each
 * time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxStatementNames) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
