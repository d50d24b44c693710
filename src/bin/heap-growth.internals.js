import process from 'node:process';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Percent by which a small heap can grow. */
const most = 150;
/** Percent for a large heap; with less, it would be collected too often. */
const least = 20;
const bytes = 64 * 1024 * 1024;
const interval = 5000;

/**
 * Sets how much the heap can grow between two full collections. Data that passes through counts as
 * growth: by default, V8 can collect the whole heap after every 25 MB of an upload, which cost a
 * third of the throughput. With a percentage that suits a small heap, a large one (many thousands
 * of waiting polls) would hold more garbage than data. See docs/internals.md.
 */
export function limitHeapGrowth() {
  if (process.env.INKWELL_PLAIN === '1') return;
  setGrowth();
  setInterval(setGrowth, interval).unref();
}

function setGrowth() {
  const share = Math.round((100 * bytes) / getHeapStatistics().used_heap_size);
  setFlagsFromString(`--heap-growing-percent=${Math.max(least, Math.min(most, share))}`);
}
