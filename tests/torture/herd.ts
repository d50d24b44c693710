import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'vite';
import { root } from '../../src/bin/prepare.js';

/** The build is next to the packages that it imports. It's built once for all starts. */
const outDir = join(root, 'node_modules', '.cache', 'inkwell', 'torture');

/** Runs the service in several processes and restarts each as soon as it exits. */
export class Herd {
  readonly #alive = new Map<number, ChildProcess>();
  readonly #keepers: Promise<void>[] = [];
  #stopping = false;

  private constructor(private readonly databaseUrl: string) {}

  /** Resolves when all processes are ready. */
  static async start(size: number, databaseUrl: string): Promise<Herd> {
    await build({
      configFile: false,
      logLevel: 'warn',
      resolve: { alias: { $lib: join(root, 'src', 'lib') } },
      build: {
        ssr: join(root, 'tests', 'torture', 'process.ts'),
        outDir,
        emptyOutDir: true,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    const herd = new Herd(databaseUrl);
    await Promise.all(
      Array.from({ length: size }, (_, place) => {
        const child = herd.#spawn(place);
        herd.#keepers.push(herd.#keep(place, child));
        return once(child.stdout!, 'data');
      }),
    );
    return herd;
  }

  /** Kills a process with SIGKILL. Returns false if it is just being restarted. */
  kill(place: number): boolean {
    return this.#alive.get(place)?.kill('SIGKILL') ?? false;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of this.#alive.values()) child.kill('SIGKILL');
    await Promise.all(this.#keepers);
  }

  #spawn(place: number): ChildProcess {
    const child = spawn(process.execPath, [join(outDir, 'entry.mjs')], {
      env: { ...process.env, DATABASE_URL: this.databaseUrl },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#alive.set(place, child);
    return child;
  }

  async #keep(place: number, first: ChildProcess): Promise<void> {
    for (let child = first; ; child = this.#spawn(place)) {
      await once(child, 'exit');
      this.#alive.delete(place);
      if (this.#stopping) return;
      // It can't start without the database, so don't retry immediately.
      await pause(50);
    }
  }
}
