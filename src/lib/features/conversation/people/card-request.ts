/** The person or group of a card, and the element it is placed beside. */
export interface CardRequest {
  readonly of: 'person' | 'group';
  readonly id: number;
  readonly anchor: HTMLElement;
}
