import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import threads from 'node:worker_threads';

/** Loaded before a server, ends all its threads on SIGUSR2. */
const running = new Set();

threads.Worker = class extends threads.Worker {
  /** @param {ConstructorParameters<typeof threads.Worker>} given */
  constructor(...given) {
    super(...given);
    running.add(this);
  }
};
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  for (const thread of running) void thread.terminate();
});
