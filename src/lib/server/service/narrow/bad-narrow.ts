import { ServiceFailure } from '../failure';

/** `desc` goes to the client as it is. */
export function badNarrow(desc: string): ServiceFailure {
  return new ServiceFailure('BAD_NARROW', `Invalid narrow operator: ${desc}`, 400, { desc });
}
