import { browse } from './browse';
import type { Figure } from './figures';

/** The directory of 10,000 channels, over the same page with 100. */
export function measure(): Promise<Figure[]> {
  return browse('channels', ['captions', 'a', 'lisbon', 'no such']);
}
