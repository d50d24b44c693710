import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ServerConfig } from './config';
import { writeCredentials } from './sample-files';
import type { EmbeddedService } from './service/service';
import { StartProblem } from './start-problem';

/**
 * Imports an archive file and writes a credentials file per account. Returns a message for the
 * terminal that contains passwords and must not be sent anywhere else. Throws `StartProblem`.
 */
export async function importFile(
  service: Pick<EmbeddedService, 'importArchive'>,
  config: Pick<ServerConfig, 'dataDir' | 'baseUrl'>,
  file: string,
): Promise<string> {
  const { name, accounts } = await service
    .importArchive(() => decompress(resolve(file)))
    .catch((error: unknown) => {
      throw new StartProblem(`${file} was not taken over. ${reasonOf(error)}`, { cause: error });
    });
  const folder = join(config.dataDir, 'zuliprc');
  const files = accounts.map((account) => ({ ...account, file: String(account.user_id) }));
  writeCredentials(folder, files, config.baseUrl);
  const owners = accounts.flatMap(({ email, password }) =>
    password ? [`  ${email}  ${password}`] : [],
  );
  return [
    `Took over the organization “${name}” with ${accounts.length} accounts.`,
    `Their new API keys are in ${folder}, in a file by the id of each; nobody else has them yet.`,
    'These passwords of the owners are shown only now:',
    ...owners,
    '',
  ].join('\n');
}

/** Writes the whole organization to a new file. Throws `StartProblem`. */
export async function exportFile(
  service: Pick<EmbeddedService, 'organization' | 'writeArchive'>,
  file: string,
): Promise<string> {
  const path = resolve(file);
  if (!(await service.organization())) {
    throw new StartProblem('there is no organization yet that could be written to a file.');
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let isOurs = false;
  target.once('open', () => (isOurs = true));
  try {
    const source = Readable.from(service.writeArchive(), { objectMode: false });
    await pipeline(source, createGzip(), target);
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    throw new StartProblem(`${file} could not be written. ${reasonOf(error)}`, { cause: error });
  }
  return `The whole organization is in ${path}, private messages of everybody included.\n`;
}

function decompress(path: string): AsyncIterable<Buffer> {
  return piped(createReadStream(path), createGunzip(), () => undefined);
}

/** A message for the person who named the file. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The reason is not known.';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EEXIST') return 'There is a file of this name already.';
  if (code === 'EACCES' || code === 'EISDIR') return 'It cannot be opened by this account.';
  if (code.startsWith('Z_')) return 'It is no archive, or a damaged one.';
  return error.message;
}
