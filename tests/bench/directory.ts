import { browse } from './browse';
import type { Figure } from './figures';

/** The directory with 10,000 channels, compared with the same page with 100. */
export function measure(): Promise<Figure[]> {
  return browse('channels', ['captions', 'a', 'lisbon', 'no such']);
}
