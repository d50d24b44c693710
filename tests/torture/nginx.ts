import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/bin/prepare.js';

/** An nginx of its own on loopback, with the site from docs/operations.md. */
export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** Proxies this port to the servers at these URLs. Throws if nginx isn't installed. */
  static async start(urls: readonly string[], port: number): Promise<Nginx> {
    if (spawnSync('nginx', ['-v']).error) {
      throw new Error('This needs nginx: apt-get install --no-install-recommends nginx-light');
    }
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-nginx-'));
    const config = join(folder, 'nginx.conf');
    await writeFile(config, frame(folder, await siteOf(urls, port)));
    const child = spawn('nginx', ['-p', folder, '-c', config], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const nginx = new Nginx(child, folder, `http://127.0.0.1:${port}`);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`nginx ends with ${child.exitCode}`);
      if (await fetch(`${nginx.url}/health`).catch(() => null)) return nginx;
      await pause(50);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The site from docs/operations.md with the servers of this run, without TLS. */
async function siteOf(urls: readonly string[], port: number): Promise<string> {
  const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const [, site] = /```nginx\n(.*?)```/s.exec(page) ?? [];
  const lines = (site ?? '').split('\n');
  const options = /^ *server \S+(.*);$/;
  const known = lines.find((line) => options.test(line));
  if (known === undefined) throw new Error('docs/operations.md has no site for nginx');
  const servers = urls.map((url) => known.replace(/server \S+/, `server ${new URL(url).host}`));
  return lines
    .filter((line) => line === known || !options.test(line))
    .filter((line) => !/^ *(ssl_|server_name)/.test(line))
    .map((line) => (line === known ? servers.join('\n') : line))
    .map((line) => line.replace(/^ *listen .*/, `listen 127.0.0.1:${port};`))
    .join('\n');
}

function frame(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    ${userInfo().uid === 0 ? 'user root;' : ''}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`;
}
