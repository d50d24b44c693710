import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ServerConfig } from './config';
import type { CreatedSampleAccount, SampleReport } from './service/sample/report';
import type { EmbeddedService } from './service/service';

/**
 * Fills an empty organization with a sample and writes a credentials file per account. Returns a
 * message for the terminal that contains passwords and must not be sent anywhere else.
 */
export async function createSampleWithFiles(
  service: Pick<EmbeddedService, 'organization' | 'fillSample'>,
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'baseUrl'>,
  size: 'small' | 'large',
): Promise<string> {
  const present = await service.organization();
  if (present) {
    const place = config.databaseUrl ? 'The database' : config.dataDir;
    return `${place} already holds the organization “${present.name}”: left as it is, no sample was made.\n`;
  }
  const report = await service.fillSample(size);
  const folder = join(config.dataDir, 'zuliprc');
  writeCredentials(folder, report.accounts, config.baseUrl);
  return describe(report, folder);
}

/** Format: https://zulip.com/api/configuring-python-bindings */
export function writeCredentials(
  folder: string,
  accounts: readonly Pick<CreatedSampleAccount, 'file' | 'email' | 'api_key'>[],
  site: string,
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { file, email, api_key } of accounts) {
    const path = join(folder, `${file}.zuliprc`);
    writeFileSync(path, `[api]\nemail=${email}\nkey=${api_key}\nsite=${site}\n`, { mode: 0o600 });
    // The mode above only applies to a new file.
    chmodSync(path, 0o600);
  }
}

/**
 * Updates the URL in a sample's credentials files: the port can have changed since they were
 * written.
 */
export function updateCredentialsSite(dataDir: string, site: string): void {
  const folder = join(dataDir, 'zuliprc');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.zuliprc'))) {
    const path = join(folder, name);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(/^site=.*$/m, () => `site=${site}`);
    if (after !== before) writeFileSync(path, after);
  }
}

/** Warns if others can reach a sample, in which anyone can sign in as anyone. */
export function sampleNetworkWarning(host: string): string {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return '';
  return (
    `Anyone who can reach ${host} may sign in as anyone, without a password: ` +
    'this is a sample organization. Set HOST to 127.0.0.1 to keep it to this machine.\n'
  );
}

function describe({ name, accounts, counts }: SampleReport, folder: string): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const rows = accounts.map(({ file, email, password }) =>
    `  ${email.padEnd(width)}  ${(password ?? '(bot: API key only)').padEnd(20)}  ${file}.zuliprc`.trimEnd(),
  );
  const figures = `${counts.users} users, ${counts.channels} channels, ${counts.messages} messages`;
  return [
    `Made the sample organization “${name}”: ${figures}.`,
    `Credentials are in ${folder}; these passwords are shown only now:`,
    ...rows,
    '',
  ].join('\n');
}
