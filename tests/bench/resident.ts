import { readFile } from 'node:fs/promises';

/** What a process keeps in memory now. Linux alone tells. */
export async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}
