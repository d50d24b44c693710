import type { RegisterState } from '../../../src/lib/api/register';

/** The state of an account that events change while a test looks on. */
export class LiveState {
  state = $state.raw() as RegisterState;

  constructor(state: RegisterState) {
    this.state = state;
  }
}
