import { expect } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../free-port';
import type { Engine, Tab } from './tab';

/** Key codes: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const codes: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
};

interface Programs {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** WebKitGTK by its WebDriver, on its own virtual screen. */
export async function startWebKit({ driver, browser, screen }: Programs): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'inkwell-webkit-'));
  const running: ChildProcess[] = [];
  const close = async () => {
    for (const child of running.reverse()) await end(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    // It picks a free display number and writes it to the third pipe.
    const display = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    running.push(display);
    const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
    const port = await freePort();
    const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${number.toString().trim()}`, HOME: home },
    });
    running.push(server);
    const url = `http://127.0.0.1:${port}`;
    // It prints nothing when it is ready.
    const listens = () =>
      fetch(`${url}/status`).then(
        () => true,
        () => false,
      );
    await expect.poll(listens).toBe(true);
    const send = sender(url);
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    });
    const base = `/session/${sessionId}`;
    let first = true;
    return {
      tab: async () => {
        const handle = first
          ? await send<string>('GET', `${base}/window`)
          : (await send<{ handle: string }>('POST', `${base}/window/new`, { type: 'tab' })).handle;
        first = false;
        return tabOf(async (method, path, body) => {
          await send('POST', `${base}/window`, { handle });
          return send(method, `${base}${path}`, body);
        });
      },
      close: async () => {
        await send('DELETE', base).catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Send = <T>(method: string, path: string, body?: object) => Promise<T>;

/** An error reported by the driver. */
class DriverError extends Error {
  constructor(
    request: string,
    /** Error code: https://www.w3.org/TR/webdriver2/#errors. */
    readonly code: string | undefined,
    message: string | undefined,
  ) {
    super(`${request}: ${code}. ${message}`);
  }
}

function sender(url: string): Send {
  return async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    type Failure = { readonly error?: string; readonly message?: string };
    const { value } = (await response.json()) as { value: T & Failure };
    if (!response.ok) throw new DriverError(`${method} ${path}`, value.error, value.message);
    return value;
  };
}

type Element = Readonly<Record<string, string>>;

function tabOf(send: Send): Tab {
  const id = (element: Element) => Object.values(element)[0];
  const keys = (actions: object[]) =>
    send<null>('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  return {
    open: async (url) => void (await send('POST', '/url', { url })),
    ask: (expression) =>
      send('POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
    press: (xpath) =>
      unlessChanging(async () => {
        const found = await send<Element[]>('POST', '/elements', { using: 'xpath', value: xpath });
        for (const element of found) {
          if (await send<boolean>('GET', `/element/${id(element)}/displayed`)) {
            await send('POST', `/element/${id(element)}/click`);
            return true;
          }
        }
        return false;
      }),
    type: async (text) => {
      const strokes = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await keys(strokes);
    },
    key: async (name) => {
      const values = name.split('+').map((key) => codes[key] ?? key);
      await keys([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    choose: async (css, path) => {
      await expect
        .poll(async () => {
          const using = 'css selector';
          const [input] = await send<Element[]>('POST', '/elements', { using, value: css });
          if (input) await send('POST', `/element/${id(input)}/value`, { text: path });
          return input !== undefined;
        })
        .toBe(true);
    },
  };
}

/** Errors that finding or clicking an element can cause while a page changes. */
const changing = [
  'stale element reference',
  'element click intercepted',
  'element not interactable',
];

/** False if the page changed during the action, so the caller tries again. */
async function unlessChanging(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DriverError && changing.includes(error.code ?? '')) return false;
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
