/** The content of a Zulip credentials file. https://zulip.com/api/configuring-python-bindings */
export interface ZuliprcCredentials {
  readonly email: string;
  readonly key: string;
  /** As written; null if missing. */
  readonly site: string | null;
}

/** Real files have about 150 bytes. */
const maxBytes = 16 * 1024;

/** Null if the text is not such a file: no `[api]` section, or email or key missing. */
export function parseZuliprc(text: string): ZuliprcCredentials | null {
  const values = new Map<string, string>();
  let section = '';
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const header = /^\[(.*)\]$/.exec(line);
    if (header) {
      section = header[1]?.trim().toLowerCase() ?? '';
      continue;
    }
    const [name = ''] = line.split(/[=:]/, 1);
    const value = line.slice(name.length + 1).trim();
    if (section === 'api' && name && value) values.set(name.trim().toLowerCase(), value);
  }
  const email = values.get('email');
  const key = values.get('key');
  return email && key ? { email, key, site: values.get('site') ?? null } : null;
}

/** Reads a dropped or chosen file. Null as above, or if it is too large. */
export async function readZuliprc(file: Blob): Promise<ZuliprcCredentials | null> {
  return file.size > maxBytes ? null : parseZuliprc(await file.text());
}
