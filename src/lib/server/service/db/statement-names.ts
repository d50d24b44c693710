/**
 * Statements with more parameters are lists of some length, so that most of them come only once; a
 * database would keep the plan of each.
 */
export const maxPreparedParameters = 24;

/** Some times as many as the service has; what people search for combines to any number. */
const maxStatementNames = 3000;

/**
 * Names of statements, by their texts. Each connection keeps the plan of each name until it closes, so
 * names are never given up: texts that come when all are taken have none, and are planned each time.
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
