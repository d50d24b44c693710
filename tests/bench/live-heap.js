// Loaded into a process that runs with --expose-gc. On SIGUSR2 it collects garbage and prints how
// much of the heap is still in use.
import process from 'node:process';

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write(`live heap ${process.memoryUsage().heapUsed}\n`);
});
