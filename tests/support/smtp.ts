import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** An email as it was received. */
export interface Letter {
  readonly to: readonly string[];
  /** Headers and text, with soft line breaks removed. */
  readonly data: string;
}

/** A mail server on loopback that stores what it receives. `url` is for `SMTP_URL`. */
export async function startSmtp(): Promise<{
  readonly url: string;
  readonly letters: readonly Letter[];
  close(): Promise<void>;
}> {
  const letters: Letter[] = [];
  const server = createServer((socket) => {
    let [buffer, to, isData] = ['', [] as string[], false];
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') to.push(/<([^>]*)>/.exec(line)![1]!);
      if (word === 'DATA') isData = true;
      say(word === 'DATA' ? '354 go on' : word === 'QUIT' ? '221 bye' : '250 ok');
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(end);
        if (at < 0) return;
        const part = buffer.slice(0, at);
        buffer = buffer.slice(at + end.length);
        if (!isData) hear(part);
        else {
          letters.push({ to, data: part.replaceAll('=\r\n', '') });
          [to, isData] = [[], false];
          say('250 kept');
        }
      }
    });
    say('220 here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
