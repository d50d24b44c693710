/** Whom a card tells of, and beside what it stands. */
export interface CardRequest {
  readonly of: 'person' | 'group';
  readonly id: number;
  readonly anchor: HTMLElement;
}
