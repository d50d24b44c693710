import { browse } from './browse';
import type { Figure } from './figures';

/** The directory of 10,000 people, compared with the same page with 100. */
export function measure(): Promise<Figure[]> {
  return browse('people', ['amara', 'a', 'baptiste', 'no such']);
}
