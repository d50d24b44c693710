import { expect, it, onTestFinished, vi } from 'vitest';
import { createFileSender, maxPlainSize } from './file-sender';
import { TransferFailure, type FileToSend } from './file-transfer';

/** Reply of a server of release 10.2 to an API key if its upload check expects another host. */
const refusal = { status: 401, body: '{"message": "Unauthenticated upload"}' };
const signedOut = {
  status: 401,
  body: JSON.stringify({ result: 'error', msg: 'Invalid API key', code: 'UNAUTHORIZED' }),
};
const uploaded = {
  status: 200,
  body: JSON.stringify({
    result: 'success',
    msg: '',
    filename: 'x',
    url: '/user_uploads/2/a/x',
    uri: '/user_uploads/2/a/x',
  }),
};
const me = {
  status: 200,
  body: JSON.stringify({
    result: 'success',
    msg: '',
    user_id: 7,
    email: 'a@example.com',
    full_name: 'Ada',
    is_bot: false,
    is_active: true,
  }),
};

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Answers XMLHttpRequest and fetch by `METHOD path`, and records the requests in order. */
function serve(answers: Readonly<Record<string, Answer>>) {
  const requests: string[] = [];
  const answerTo = (method: string, address: string) => {
    const name = `${method} ${new URL(address, location.href).pathname}`;
    requests.push(name);
    return answers[name] ?? { status: 404, body: '' };
  };
  class Request extends EventTarget {
    readonly upload = {};
    status = 0;
    responseText = '';
    #name: readonly [string, string] = ['', ''];
    onload?: () => void;
    onloadend?: () => void;
    open(method: string, address: string) {
      this.#name = [method, address];
    }
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {}
    send() {
      const { status, body } = answerTo(...this.#name);
      Object.assign(this, { status, responseText: body });
      queueMicrotask(() => {
        this.onload?.();
        this.onloadend?.();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { status, body } = answerTo(init?.method ?? 'GET', String(input));
    return new Response(body, { status });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    fetch.mockRestore();
  });
  return requests;
}

const fileToSend = (size = maxPlainSize + 1): FileToSend => ({
  file: new Blob([new Uint8Array(size)]),
  name: 'x',
  type: '',
  uploadUrl: null,
  unanswered: false,
});
const quiet = { progress: () => undefined, uploadUrl: () => undefined };
const sender = () =>
  createFileSender('me', () => ({ zulip_version: '10.2', zulip_feature_level: 372 }));
const send = (by: ReturnType<typeof sender>, file = fileToSend()) =>
  by.send(file, quiet, new AbortController().signal);
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: unknown) => (error instanceof TransferFailure ? error.failure : error),
  );

const tus = 'POST /json/tus/';
const own = 'GET /json/users/me';
const plain = 'POST /json/user_uploads';

it('sends a file in one request when only resumable uploads are refused, and remembers that', async () => {
  const requests = serve({ [tus]: refusal, [own]: me, [plain]: uploaded });
  const by = sender();
  expect(await send(by)).toEqual({ url: '/user_uploads/2/a/x', filename: 'x' });
  await send(by);
  expect(requests).toEqual([tus, own, plain, plain]);
});

it('sends a file in one request when nothing accepts resumable uploads', async () => {
  // Reply of a server of release 10.2 without the tus process beside it.
  const page = { status: 404, body: '<!DOCTYPE html><title>Page not found</title>' };
  const requests = serve({ [tus]: page, [own]: me, [plain]: uploaded });
  const by = sender();
  expect(await send(by)).toEqual({ url: '/user_uploads/2/a/x', filename: 'x' });
  await send(by);
  expect(requests).toEqual([tus, own, plain, plain]);
});

it('starts over when only the begun part is gone', async () => {
  const requests = serve({ [own]: me, [plain]: uploaded });
  const begun = { ...fileToSend(), uploadUrl: new URL('/json/tus/2/a/x', location.href).href };
  expect(await failureOf(send(sender(), begun))).toEqual({ kind: 'connection' });
  expect(requests).toEqual(['HEAD /json/tus/2/a/x']);
});

it('waits for the user to sign in when an ordinary call is refused too', async () => {
  serve({ [tus]: refusal, [own]: signedOut });
  expect(await failureOf(send(sender()))).toEqual({ kind: 'signedOut' });
});

it('reports the reason when the file is too large for one request', async () => {
  const html = { status: 413, body: '<html>413 Request Entity Too Large</html>' };
  serve({ [tus]: refusal, [own]: me, [plain]: html });
  const refused = { kind: 'problem', problem: 'refused', reason: 'Unauthenticated upload' };
  expect(await failureOf(send(sender()))).toEqual(refused);
  expect(await failureOf(send(sender(), fileToSend(81 * 1024 * 1024)))).toEqual(refused);
});
