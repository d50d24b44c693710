import { readFile } from 'node:fs/promises';

export interface Zuliprc {
  readonly email: string;
  readonly key: string;
  readonly site: string;
}

/** Parses a Zulip credentials file: an INI file with one `[api]` section. */
export async function readZuliprc(path: string): Promise<Zuliprc> {
  const text = await readFile(path, 'utf8');
  const value = (name: string) => {
    const found = new RegExp(`^${name}\\s*=\\s*(.+)$`, 'm').exec(text)?.[1];
    if (!found) throw new Error(`${path} has no ${name}`);
    return found.trim();
  };
  return { email: value('email'), key: value('key'), site: value('site') };
}
