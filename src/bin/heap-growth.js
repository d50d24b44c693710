import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Of a small heap, per cent. */
const most = 150;
/** Of a large one; less, and it would be looked through too often. */
const least = 20;
const bytes = 64 * 1024 * 1024;
const interval = 5000;

/**
 * Sets how much the heap may grow between two full collections. What passes through counts as growth:
 * by its own measure V8 may look through the whole heap after every 25 MB of an upload, which took a
 * third of the rate. With a share that is right for a small heap, a large one (many thousand waiting
 * polls) would hold more of what is forgotten than of what is needed.
 */
export function limitHeapGrowth() {
  setGrowth();
  setInterval(setGrowth, interval).unref();
}

function setGrowth() {
  const share = Math.round((100 * bytes) / getHeapStatistics().used_heap_size);
  setFlagsFromString(`--heap-growing-percent=${Math.max(least, Math.min(most, share))}`);
}
