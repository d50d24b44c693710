import { ServiceFailure } from '../failure';

/** `desc` is sent to the client unchanged. */
export function badNarrow(desc: string): ServiceFailure {
  return new ServiceFailure('BAD_NARROW', `Invalid narrow operator: ${desc}`, 400, { desc });
}
