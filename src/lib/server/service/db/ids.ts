/** Largest value of a serial column; the database refuses to compare a larger one. */
const largest = 2_147_483_647;

/** Whether a row could have this id. Ask before a client's number reaches a statement. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= largest;
}
