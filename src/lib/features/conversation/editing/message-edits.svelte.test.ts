import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../../tests/support/account';
import { aMessage, aState } from '../../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../../api/errors';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { MessageEdits } from './message-edits.svelte';

const message = aMessage(1, { sender_id: 7 });
const mismatch = () =>
  new ApiError('updateMessage', 400, 'EXPECTATION_MISMATCH', 'The message was changed meanwhile');

/** A server on which the message has this text, and which takes changes as ours does. */
function aServer(text: string) {
  const server = {
    text,
    /** Answers that get lost, or come to nothing. */
    failures: [] as Error[],
    loses: false,
    getMessage: () => ({ message: { ...message, content: server.text }, raw_content: server.text }),
    updateMessage: vi.fn(async (params: { content?: string; prev_content_sha256?: string }) => {
      const failure = server.failures.shift();
      if (failure) throw failure;
      const { content = '', prev_content_sha256: sha } = params;
      if (sha !== undefined && sha !== (await shaOf(server.text))) throw mismatch();
      server.text = content.trimEnd();
      if (server.loses) throw new NetworkFailure('updateMessage', 'timeout');
      return {};
    }),
  };
  return server;
}

async function shaOf(text: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function setup(answers: Answers, level = 420, id?: string) {
  const state = aState({ user_id: 7, zulip_feature_level: level });
  const world = anAccount({ answers, state, ...(id !== undefined && { id }) });
  const drafts: AddressedText[] = [];
  let edits!: MessageEdits;
  const stop = $effect.root(() => {
    edits = new MessageEdits(world.account, (body) => drafts.push(body));
  });
  flushSync();
  onTestFinished(stop);
  const told = (content: string) =>
    world.tell({
      ...{ type: 'update_message', message_id: 1, message_ids: [1], content },
      ...{ rendered_content: content, edit_timestamp: 9 },
    });
  const write = async (text: string) => {
    await edits.open(message);
    edits.change(1, text);
  };
  return { ...world, edits, drafts, told, write, stop };
}

describe.each([420, 247])('a sent message, on a server of level %i,', (level) => {
  it('is changed, and its box closed when the server has it', async () => {
    const server = aServer('Helo');
    const { edits, write } = setup(server, level);
    await write('Hello');
    expect(edits.of(1)).toMatchObject({ base: 'Helo', body: { content: 'Hello', to: [5] } });
    await edits.save(1);
    expect(server.text).toBe('Hello');
    expect([edits.current, edits.of(1)]).toEqual([undefined, undefined]);
  });

  it('is written once where the reply was lost, and its box knows that', async () => {
    const server = aServer('Helo');
    server.loses = true;
    const { edits, write } = setup(server, level);
    await write('Hello \n');
    await edits.save(1);
    expect(edits.failureOf(1)).toBeDefined();
    server.loses = false;
    await edits.save(1);
    expect([server.text, edits.of(1)]).toEqual(['Hello', undefined]);
  });

  it('that was changed elsewhere keeps both texts; the person chooses', async () => {
    const server = aServer('Helo');
    const { edits, write, drafts } = setup(server, level);
    await write('Hello');
    server.text = 'Hallo';
    await edits.save(1);
    expect([edits.theirsOf(1), edits.of(1)?.body.content]).toEqual(['Hallo', 'Hello']);
    // Not by pressing once more.
    await edits.save(1);
    expect(server.text).toBe('Hallo');
    edits.insist(1);
    await edits.save(1);
    expect(server.text).toBe('Hello');
    expect(drafts.map(({ content }) => content)).toEqual(['Hallo']);

    await write('Hey');
    server.text = 'Hi';
    await edits.save(1);
    edits.giveWay(1);
    expect(server.text).toBe('Hi');
    expect(drafts.map(({ content }) => content)).toEqual(['Hallo', 'Hey']);
    expect(edits.of(1)).toBeUndefined();
  });
});

describe('a change of a sent message', () => {
  it('is still there after a reload, and knows what happened meanwhile', async () => {
    const server = aServer('Helo');
    const first = setup(server, 420, 'reload');
    await first.write('Hello');
    first.stop();
    server.text = 'Hallo';
    const { edits } = setup(server, 420, 'reload');
    expect(edits.of(1)).toMatchObject({ base: 'Helo', body: { content: 'Hello' } });
    await edits.open(message);
    expect(edits.theirsOf(1)).toBe('Hallo');
  });

  it('goes out once there is a connection again, where it found none', async () => {
    const server = aServer('Helo');
    const { edits, write, connect } = setup(server);
    await write('Hello');
    connect('offline');
    flushSync();
    server.failures = [new NetworkFailure('updateMessage', 'unreachable')];
    await edits.save(1);
    edits.close();
    expect(edits.failureOf(1)).toBeDefined();
    connect('online');
    flushSync();
    await expect.poll(() => server.text).toBe('Hello');
    await expect.poll(() => edits.of(1)).toBeUndefined();
  });

  it('is not sent by itself where nobody asked for it', async () => {
    const server = aServer('Helo');
    const { edits, write, connect } = setup(server);
    await write('Hello');
    edits.close();
    connect('offline');
    flushSync();
    connect('online');
    flushSync();
    await edits.open(message);
    expect(server.updateMessage).not.toHaveBeenCalled();
  });

  it('stays, with the reason, where it is refused', async () => {
    const server = aServer('Helo');
    const { edits, write } = setup(server);
    await write('Hello');
    server.failures = [new ApiError('updateMessage', 400, 'BAD_REQUEST', 'Too late')];
    await edits.save(1);
    expect(edits.failureOf(1)).toContain('Too late');
    expect(edits.of(1)?.body.content).toBe('Hello');
    edits.change(1, 'Hello!');
    expect(edits.failureOf(1)).toBeUndefined();
  });

  it('goes on where one types while it is being saved', async () => {
    const server = aServer('Helo');
    const { edits, write } = setup(server);
    await write('Hello ');
    const saving = edits.save(1);
    edits.change(1, 'Hello you');
    await saving;
    expect([server.text, edits.of(1)?.body.content]).toEqual(['Hello', 'Hello you']);
    expect(edits.current?.id).toBe(1);
    await edits.save(1);
    expect([server.text, edits.of(1)]).toEqual(['Hello you', undefined]);
  });

  it('is told at once of what happens to the message; its own echo is nothing', async () => {
    const { edits, write, told } = setup(aServer('Helo'));
    await write('Hello');
    told('Hello');
    expect(edits.theirsOf(1)).toBeUndefined();
    told('Hallo');
    expect(edits.theirsOf(1)).toBe('Hallo');
    told('Helo');
    expect(edits.theirsOf(1)).toBeUndefined();
  });

  it('that is none takes the newest when the person says so, and is closed without a trace', async () => {
    const { edits, told, drafts } = setup(aServer('Helo'));
    await edits.open(message);
    told('Hallo');
    expect(edits.of(1)?.body.content).toBe('Helo');
    edits.takeNewest(1);
    expect(edits.of(1)).toMatchObject({ base: 'Hallo', body: { content: 'Hallo' } });
    edits.close();
    expect([edits.of(1), drafts]).toEqual([undefined, []]);
  });

  it('comes back where it was discarded by mistake', async () => {
    const { edits, write } = setup(aServer('Helo'));
    await write('Hello');
    const dropped = edits.discard(1);
    expect(edits.of(1)).toBeUndefined();
    if (dropped) edits.restore(1, dropped);
    expect(edits.of(1)?.body.content).toBe('Hello');
  });

  it('is read when there is a connection, where there was none when it was opened', async () => {
    const server = aServer('Helo');
    let isAway = true;
    const getMessage = () => {
      if (isAway) throw new NetworkFailure('getMessage', 'unreachable');
      return server.getMessage();
    };
    const { edits, connect } = setup({ ...server, getMessage });
    connect('offline');
    flushSync();
    await edits.open(message);
    expect([edits.of(1), edits.failureOf(1) === undefined]).toEqual([undefined, false]);
    isAway = false;
    connect('online');
    flushSync();
    await expect.poll(() => edits.of(1)?.base).toBe('Helo');
    expect(edits.failureOf(1)).toBeUndefined();
  });
});
