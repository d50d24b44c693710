import { afterAll, beforeAll } from 'vitest';
import { checkSessionEnds } from '../../../../tests/support/session-ends';
import type { TestService } from '../../../../tests/support/service';
import { startSideBySide, type SideBySide } from '../../../../tests/support/side-by-side';

/** Two services with their own connections on one database act like two processes. */
let side: SideBySide;
let first: TestService;
let second: TestService;

beforeAll(async () => {
  side = await startSideBySide(2);
  [first, second] = side.services as [TestService, TestService];
});
afterAll(() => side.close());

checkSessionEnds(() => [first, second]);
