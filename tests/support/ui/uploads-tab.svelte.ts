import { flushSync } from 'svelte';
import { afterEach, expect, vi } from 'vitest';
import type { RegisterState } from '$lib/api/register';
import type { Account } from '$lib/client/account.svelte';
import { newId } from '$lib/client/new-id';
import { createQueryClient } from '$lib/client/query';
import { Drafts } from '$lib/features/drafts/drafts.svelte';
import type {
  Arrived,
  Parcel,
  Report,
  Sender,
  TransferFailure,
} from '$lib/features/uploads/transfer';
import { Uploads } from '$lib/features/uploads/uploads.svelte';
import { aChannel, aPerson, aState, aSubscription } from '../state';

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
  let isTold = $state(true);
  const answers: Record<string, unknown> = {
    sendMessage: { id: 99 },
    getDrafts: { drafts: state.drafts },
    createDrafts: { ids: [100] },
  };
  const call = vi.fn((operation: { id: string }, _params: unknown) =>
    Promise.resolve(answers[operation.id] ?? {}),
  );
  const client = createQueryClient(call as never);
  const account = {
    ...{ id, user_id: 7, call },
    get state() {
      return isTold ? state : null;
    },
    users: new Map(state.realm_users?.map((one) => [one.user_id, one])),
    user: (id: number) => state.realm_users?.find((one) => one.user_id === id),
    channels: new Map(state.streams?.map((one) => [one.stream_id, one])),
    subscriptions: new Map(state.subscriptions?.map((one) => [one.stream_id, one])),
    get connection() {
      return connection;
    },
    setting: () => undefined,
    queryClient: () => client,
    onState: (listener: (state: RegisterState) => void) => (listener(state), () => undefined),
    onEvent: () => () => undefined,
  } as unknown as Account;
  return {
    ...{ account, call },
    connect: (kind: string) => flushSync(() => (connection = { kind })),
    /** Whether the server's first answer is there. */
    tell: (told: boolean) => flushSync(() => (isTold = told)),
  };
}

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Drafts and uploads of one account, as one tab has them. */
export async function tab(id = `test-${newId()}`, more: Partial<RegisterState> = {}) {
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

export const file = (name: string, size = 10, type = 'text/plain') => ({
  file: new File([new Uint8Array(size)], name, { type, lastModified: 5 }),
  isFolder: false,
});
