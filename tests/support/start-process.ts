import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { build } from 'vite';

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a service in its own process, on PostgreSQL. Kill it: `child.kill('SIGKILL')`. */
export async function startProcess(databaseUrl: string): Promise<ServiceProcess> {
  program ??= bundle();
  const child = spawn(process.execPath, [await program], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, child };
}

let program: Promise<string> | undefined;

/** Compiled once, it starts in a tenth of the time. */
async function bundle(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'inkwell-process-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { $lib: resolve('src/lib') } },
    build: {
      ssr: 'tests/support/service-process.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'service-process.mjs' } },
    },
  });
  // What it looks up next to itself: its packages, and the shapes that replies are checked against.
  await symlink(resolve('node_modules'), join(outDir, 'node_modules'), 'junction');
  await copyFile('tests/contract/shapes.json', join(outDir, 'shapes.json'));
  return join(outDir, 'service-process.mjs');
}
