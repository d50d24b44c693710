import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../../tests/support/account';
import { aMessage, aState } from '../../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../../api/errors';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { MessageEdits } from './message-edits.svelte';

const message = aMessage(1, { sender_id: 7 });
const mismatch = () =>
  new ApiError(
    'updateMessage',
    400,
    'EXPECTATION_MISMATCH',
    'The message was changed in the meantime',
  );

/** A server that holds this text and applies edits like ours. */
function aServer(text: string) {
  const server = {
    text,
    /** Errors to return for the next edits. */
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
  const announceEdit = (content: string) =>
    world.tell({
      type: 'update_message',
      message_id: 1,
      message_ids: [1],
      content,
      rendered_content: content,
      edit_timestamp: 9,
    });
  const write = async (text: string) => {
    await edits.open(message);
    edits.change(1, text);
  };
  return { ...world, edits, drafts, announceEdit, write, stop };
}

describe.each([420, 247])('a sent message, on a server of level %i,', (level) => {
  it('is edited, and its editor closes once the server has the text', async () => {
    const server = aServer('Helo');
    const { edits, write } = setup(server, level);
    await write('Hello');
    expect(edits.of(1)).toMatchObject({ base: 'Helo', body: { content: 'Hello', to: [5] } });
    await edits.save(1);
    expect(server.text).toBe('Hello');
    expect([edits.current, edits.of(1)]).toEqual([undefined, undefined]);
  });

  it('is saved once when the reply is lost, and the editor recognizes that', async () => {
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

  it('keeps both texts when it was changed elsewhere, until the user chooses', async () => {
    const server = aServer('Helo');
    const { edits, write, drafts } = setup(server, level);
    await write('Hello');
    server.text = 'Hallo';
    await edits.save(1);
    expect([edits.theirsOf(1), edits.of(1)?.body.content]).toEqual(['Hallo', 'Hello']);
    // Saving again must not overwrite it.
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

describe('an edit of a sent message', () => {
  it('survives a reload, and notices what changed in between', async () => {
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

  it('is saved on reconnect when saving failed offline', async () => {
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

  it('is not sent unless the user saved it', async () => {
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

  it('stays, with the reason, when the server refuses it', async () => {
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

  it('continues when the user types while it is being saved', async () => {
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

  it('notices changes of the message immediately, and ignores its own echo', async () => {
    const { edits, write, announceEdit } = setup(aServer('Helo'));
    await write('Hello');
    announceEdit('Hello');
    expect(edits.theirsOf(1)).toBeUndefined();
    announceEdit('Hallo');
    expect(edits.theirsOf(1)).toBe('Hallo');
    announceEdit('Helo');
    expect(edits.theirsOf(1)).toBeUndefined();
  });

  it('adopts the newest text on request when nothing was edited, and closes without a trace', async () => {
    const { edits, announceEdit, drafts } = setup(aServer('Helo'));
    await edits.open(message);
    announceEdit('Hallo');
    expect(edits.of(1)?.body.content).toBe('Helo');
    edits.takeNewest(1);
    expect(edits.of(1)).toMatchObject({ base: 'Hallo', body: { content: 'Hallo' } });
    edits.close();
    expect([edits.of(1), drafts]).toEqual([undefined, []]);
  });

  it('can be restored after it was discarded', async () => {
    const { edits, write } = setup(aServer('Helo'));
    await write('Hello');
    const dropped = edits.discard(1);
    expect(edits.of(1)).toBeUndefined();
    if (dropped) edits.restore(1, dropped);
    expect(edits.of(1)?.body.content).toBe('Hello');
  });

  it('loads the text on reconnect when it was opened offline', async () => {
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
