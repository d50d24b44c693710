import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RegisterState } from '../../api/register';
import type { Account } from '../../client/account.svelte';
import DraftsFrame from '../../../../tests/support/ui/DraftsFrame.svelte';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import '../../../app.css';
import { Drafts } from '../drafts/drafts.svelte';
import { UploadsDoor } from './context.svelte';
import { TransferFailure, type Arrived, type Parcel, type Report, type Sender } from './transfer';
import { Uploads } from './uploads.svelte';

interface Transfer {
  readonly parcel: Parcel;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly finish: (arrived?: Arrived) => void;
  readonly fail: (failure: TransferFailure) => void;
}

/** A network in the hands of the test. */
class Network implements Sender {
  readonly all: Transfer[] = [];
  readonly dropped: string[] = [];

  send(parcel: Parcel, report: Report, signal: AbortSignal): Promise<Arrived> {
    return new Promise((resolve, fail) => {
      const url = `/user_uploads/2/${parcel.name}`;
      const finish = (arrived = { url, filename: parcel.name }) => resolve(arrived);
      this.all.push({ parcel, report, signal, finish, fail });
    });
  }

  drop(uploadUrl: string): void {
    this.dropped.push(uploadUrl);
  }

  /** Waits until it is on its way. */
  async of(name: string): Promise<Transfer> {
    const find = () => this.all.findLast(({ parcel }) => parcel.name === name);
    await expect.poll(find).toBeDefined();
    const found = find();
    if (!found) throw new Error(`${name} is not on its way`);
    return found;
  }

  get names(): readonly string[] {
    return this.all.map(({ parcel }) => parcel.name);
  }
}

const postable = { can_send_message_group: 1, name: 'design' };
const draft = (id: number, content: string) => ({
  ...{ id, content, type: 'stream' as const, to: [5], topic: `topic ${id}` },
  timestamp: 1_700_000_000 - id,
});

function accountOf(id: string, more: Partial<RegisterState> = {}) {
  const state = aState({
    user_id: 7,
    realm_users: [aPerson(7, { full_name: 'Ada' })],
    streams: [aChannel(5, postable)],
    subscriptions: [aSubscription(5, postable)],
    realm_user_groups: [{ id: 1, name: 'all', members: [7], direct_subgroup_ids: [] }],
    user_settings: { enable_drafts_synchronization: true },
    drafts: [draft(1, 'The first'), draft(2, 'The second')],
    max_file_upload_size_mib: 1,
    ...more,
  });
  let connection = $state.raw({ kind: 'online' });
  const answers: Record<string, unknown> = {
    sendMessage: { id: 99 },
    getDrafts: { drafts: state.drafts },
    createDrafts: { ids: [100] },
  };
  const call = vi.fn((operation: { id: string }, _params: unknown) =>
    Promise.resolve(answers[operation.id] ?? {}),
  );
  const account = {
    ...{ id, user_id: 7, call, state },
    users: new Map(state.realm_users?.map((one) => [one.user_id, one])),
    user: (id: number) => state.realm_users?.find((one) => one.user_id === id),
    channels: new Map(state.streams?.map((one) => [one.stream_id, one])),
    subscriptions: new Map(state.subscriptions?.map((one) => [one.stream_id, one])),
    get connection() {
      return connection;
    },
    setting: () => undefined,
    onState: (listener: (state: RegisterState) => void) => (listener(state), () => undefined),
    onEvent: () => () => undefined,
  } as unknown as Account;
  return { account, call, connect: (kind: string) => flushSync(() => (connection = { kind })) };
}

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Drafts and uploads of one account, as one tab has them. */
async function tab(id = `test-${crypto.randomUUID()}`, more: Partial<RegisterState> = {}) {
  const made = accountOf(id, more);
  const drafts = new Drafts(made.account);
  drafts.start();
  drafts.setConnection(true, true);
  const network = new Network();
  const uploads = new Uploads(made.account, drafts, network);
  uploads.start();
  open.push(drafts, uploads);
  await expect.poll(() => drafts.list.length).toBe(2);
  const [first, second] = drafts.list;
  if (!first || !second) throw new Error('two drafts');
  const text = (key: string) => drafts.get(key)?.body.content;
  const close = async () => {
    for (const one of [uploads, drafts]) {
      open.splice(open.indexOf(one), 1);
      await one.stop();
    }
  };
  return { ...made, id, drafts, uploads, network, text, close, one: first.key, two: second.key };
}

const file = (name: string, size = 10, type = 'text/plain') => ({
  file: new File([new Uint8Array(size)], name, { type, lastModified: 5 }),
  isFolder: false,
});
const states = (uploads: Uploads) => uploads.jobs.map(({ state }) => state);

describe('Uploads', () => {
  it('puts the links of two drafts each into its own, whichever comes first', async () => {
    const { uploads, network, text, one, two } = await tab();
    await uploads.add(one, [file('a.txt'), file('b [x].txt')]);
    await uploads.add(two, [file('c.txt')]);
    (await network.of('c.txt')).finish();
    (await network.of('b [x].txt')).finish({ url: '/user_uploads/2/b', filename: 'b [x].txt' });
    (await network.of('a.txt')).finish();
    await expect
      .poll(() => text(one))
      .toBe('The first [a.txt](/user_uploads/2/a.txt) [b x.txt](/user_uploads/2/b)');
    expect(text(two)).toBe('The second [c.txt](/user_uploads/2/c.txt)');
    await expect.poll(() => uploads.jobs.every(({ placed }) => placed)).toBe(true);
  });

  it('says at once what can never go up, and sends the others', async () => {
    const { uploads, network, one } = await tab();
    const folder = { ...file('photos', 4), isFolder: true };
    await uploads.add(one, [file('empty', 0), folder, file('big', 2 ** 20 + 1), file('good')]);
    expect(uploads.jobs.map(({ problem }) => problem)).toEqual([
      'empty',
      'folder',
      'too_large',
      null,
    ]);
    await expect.poll(() => network.names).toEqual(['good']);
  });

  it('pauses, goes on, and drops what the server has of a cancelled file', async () => {
    const { uploads, network, one } = await tab();
    await uploads.add(one, [file('a')]);
    const [job] = uploads.jobs;
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    uploads.pause(job?.id ?? '');
    expect((await network.of('a')).signal.aborted).toBe(true);
    uploads.resume(job?.id ?? '');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).parcel.uploadUrl).toBe('/json/tus/a');
    uploads.cancel(job?.id ?? '');
    expect(network.dropped).toEqual(['/json/tus/a']);
    expect(uploads.jobs).toEqual([]);
  });

  it('waits for a new sign-in, and goes on from where it was', async () => {
    const { uploads, network, one, connect, text } = await tab();
    await uploads.add(one, [file('a')]);
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    (await network.of('a')).fail(new TransferFailure({ kind: 'signedOut' }));
    await expect.poll(() => states(uploads)).toEqual(['signedOut']);
    connect('signed-out');
    connect('online');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).parcel.uploadUrl).toBe('/json/tus/a');
    (await network.of('a')).finish();
    await expect.poll(() => text(one)).toContain('/user_uploads/2/a');
  });

  it('goes on by itself in the next page, with the file that the browser kept', async () => {
    const before = await tab();
    await before.uploads.add(before.one, [file('a')]);
    (await before.network.of('a')).report.uploadUrl('/json/tus/a');
    await before.close();
    const after = await tab(before.id);
    await expect.poll(() => after.network.names).toEqual(['a']);
    const { parcel, finish } = await after.network.of('a');
    expect(parcel.uploadUrl).toBe('/json/tus/a');
    expect(parcel.file.size).toBe(10);
    finish();
    await expect.poll(() => after.text(before.one)).toContain('/user_uploads/2/a');
  });

  it('takes nothing over from a tab that is still there', async () => {
    const before = await tab();
    await before.uploads.add(before.one, [file('a')]);
    const other = await tab(before.id);
    await other.uploads.add(other.two, [file('b')]);
    await expect.poll(() => other.network.names).toEqual(['b']);
    expect(other.uploads.jobs.map(({ name }) => name)).toEqual(['b']);
  });

  it('keeps nothing once told not to', async () => {
    const before = await tab();
    before.uploads.setSetting('keep', false);
    await before.uploads.add(before.one, [file('a')]);
    await before.close();
    const after = await tab(before.id);
    await after.uploads.add(after.two, [file('b')]);
    expect(after.uploads.jobs.map(({ name }) => name)).toEqual(['b']);
  });

  it('sends a held message once its files are in the text, with all of them', async () => {
    const { uploads, drafts, network, one, call } = await tab();
    await uploads.add(one, [file('a'), file('b')]);
    drafts.send(one);
    await expect.poll(() => uploads.isHeld(one)).toBe(true);
    (await network.of('a')).finish();
    await expect.poll(() => uploads.of(one).filter(({ placed }) => placed).length).toBe(1);
    expect(call.mock.calls.some(([{ id }]) => id === 'sendMessage')).toBe(false);
    (await network.of('b')).finish();
    await expect
      .poll(() => call.mock.calls.find(([{ id }]) => id === 'sendMessage')?.[1])
      .toMatchObject({
        content: 'The first [a](/user_uploads/2/a) [b](/user_uploads/2/b)',
      });
    await expect.poll(() => uploads.jobs).toEqual([]);
  });

  it('ends with its draft: a deleted one takes its files along', async () => {
    const { uploads, drafts, network, one } = await tab();
    await uploads.add(one, [file('a')]);
    drafts.remove([one]);
    await expect.poll(() => uploads.jobs).toEqual([]);
    expect((await network.of('a')).signal.aborted).toBe(true);
  });

  it('goes on with the files of a deleted draft once it is back', async () => {
    const { uploads, drafts, network, one, text } = await tab();
    await uploads.add(one, [file('a')]);
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    drafts.remove([one]);
    await expect.poll(() => uploads.jobs).toEqual([]);
    await expect.poll(() => drafts.bin.length).toBe(1);
    const back = drafts.restore(drafts.bin[0]?.id ?? '');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).parcel.uploadUrl).toBe('/json/tus/a');
    expect(network.dropped).toEqual([]);
    (await network.of('a')).finish();
    await expect.poll(() => text(back)).toBe('The first [a](/user_uploads/2/a)');
  });

  it('keeps the recipient of a draft that had no text yet', async () => {
    const { uploads, drafts, network } = await tab();
    const key = drafts.create({ type: 'stream', to: [5], topic: 'new' });
    drafts.focus(key);
    await uploads.add(key, [file('a')]);
    drafts.blur(key);
    drafts.leave(key);
    (await network.of('a')).finish();
    await expect
      .poll(() => drafts.get(key)?.body)
      .toMatchObject({
        ...{ type: 'stream', to: [5], topic: 'new' },
        content: '[a](/user_uploads/2/a)',
      });
  });
});

describe('the files of an open box', () => {
  async function box() {
    const made = await tab();
    const door = new UploadsDoor(made.account, made.drafts, () => undefined);
    door.ready = made.uploads;
    await render(DraftsFrame, { account: made.account, drafts: made.drafts, uploads: door });
    await page.getByRole('option', { name: /The first/ }).click();
    const area = page.getByRole('textbox', { name: 'Message' });
    await expect.element(area).toBeVisible();
    return { ...made, door, area };
  }

  it('inserts where the caret was, keeps writing undisturbed, and can be undone', async () => {
    const { uploads, network, area, one } = await box();
    const element = area.element() as HTMLTextAreaElement;
    await area.click();
    element.setSelectionRange(3, 3);
    await uploads.add(one, [file('a')], { offset: 3, text: element.value });
    element.setSelectionRange(9, 9);
    await userEvent.keyboard('!');
    (await network.of('a')).finish();
    await expect.element(area).toHaveValue('The [a](/user_uploads/2/a) first!');
    await userEvent.keyboard('?');
    await expect.element(area).toHaveValue('The [a](/user_uploads/2/a) first!?');
    document.execCommand('undo');
    document.execCommand('undo');
    await expect.element(area).toHaveValue('The first!');
  });

  it('shows what goes up, and chips of what is up to be renamed, moved and taken out', async () => {
    const { uploads, network, area, one } = await box();
    await uploads.add(one, [file('a.txt'), file('b.txt')]);
    await expect.element(page.getByRole('button', { name: 'Pause a.txt' })).toBeVisible();
    (await network.of('a.txt')).finish();
    (await network.of('b.txt')).finish();
    await page.getByRole('button', { name: 'a.txt: change' }).click();
    await page.getByRole('menuitem', { name: 'Rename or describe' }).click();
    await userEvent.keyboard('A map{Enter}');
    await expect
      .element(area)
      .toHaveValue('The first [A map](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)');
    await page.getByRole('button', { name: 'A map: change' }).click();
    await page.getByRole('menuitem', { name: 'Move back' }).click();
    await page.getByRole('button', { name: 'b.txt: change' }).click();
    await page.getByRole('menuitem', { name: 'Take out of the message' }).click();
    await expect.element(area).toHaveValue('The first [A map](/user_uploads/2/a.txt)');
    await page.getByRole('button', { name: 'Put it in again' }).click();
    await expect
      .element(area)
      .toHaveValue('The first [A map](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)');
  });

  it('undoes what a chip did as one step each', async () => {
    const { uploads, network, area, one } = await box();
    await uploads.add(one, [file('a.txt'), file('b.txt')]);
    (await network.of('a.txt')).finish();
    (await network.of('b.txt')).finish();
    const both = 'The first [a.txt](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)';
    await expect.element(area).toHaveValue(both);
    const choose = async (chip: string, item: string) => {
      await page.getByRole('button', { name: `${chip}: change` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('b.txt', 'Move forward');
    const moved = 'The first [b.txt](/user_uploads/2/b.txt) [a.txt](/user_uploads/2/a.txt)';
    await expect.element(area).toHaveValue(moved);
    await choose('b.txt', 'Take out of the message');
    const alone = 'The first [a.txt](/user_uploads/2/a.txt)';
    await expect.element(area).toHaveValue(alone);
    await area.click();
    for (const [command, value] of [
      ...[['undo', moved] as const, ['undo', both] as const],
      ...[['redo', moved] as const, ['redo', alone] as const],
    ]) {
      document.execCommand(command);
      await expect.element(area).toHaveValue(value);
    }
    await choose('a.txt', 'Rename or describe');
    await userEvent.keyboard('A map{Enter}');
    await expect.element(area).toHaveValue('The first [A map](/user_uploads/2/a.txt)');
    await area.click();
    // What was typed into the field of the chip is a step of its own, which shows nowhere.
    document.execCommand('undo');
    document.execCommand('undo');
    await expect.element(area).toHaveValue(alone);
  });

  it('takes dropped and pasted files, and leaves text alone', async () => {
    const { network, area, door } = await box();
    const transfer = new DataTransfer();
    transfer.items.add(file('one.txt').file);
    const options = { bubbles: true, cancelable: true };
    const drop = new DragEvent('drop', { dataTransfer: transfer, ...options });
    door.drag(drop);
    expect(drop.defaultPrevented).toBe(true);
    const paste = (data: DataTransfer) =>
      area
        .element()
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, ...options }));
    expect(paste(transfer)).toBe(false);
    const words = new DataTransfer();
    words.setData('text/plain', 'words');
    words.items.add(file('picture of them.png').file);
    expect(paste(words)).toBe(true);
    await expect.poll(() => network.names).toEqual(['one.txt', 'one.txt']);
  });
});
