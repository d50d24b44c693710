import { flushSync } from 'svelte';
import { expect, onTestFinished } from 'vitest';
import { newId } from '$lib/client/new-id';
import { AccountDrafts } from '$lib/features/drafts/account-drafts.svelte';
import type {
  UploadedFile,
  FileToSend,
  TransferProgress,
  FileSender,
  TransferFailure,
} from '$lib/features/uploads/file-transfer';
import { AccountUploads } from '$lib/features/uploads/account-uploads.svelte';
import { anAccount, type Answers } from '../account';
import { aChannel, aPerson, aState, aSubscription } from '../state';

interface Transfer {
  readonly upload: FileToSend;
  readonly report: TransferProgress;
  readonly signal: AbortSignal;
  readonly finish: (arrived?: UploadedFile) => void;
  readonly fail: (failure: TransferFailure) => void;
}

/** A network controlled by the test. */
class Network implements FileSender {
  readonly all: Transfer[] = [];
  readonly dropped: string[] = [];

  send(upload: FileToSend, report: TransferProgress, signal: AbortSignal): Promise<UploadedFile> {
    return new Promise((resolve, fail) => {
      const url = `/user_uploads/2/${upload.name}`;
      const finish = (arrived = { url, filename: upload.name }) => resolve(arrived);
      this.all.push({ upload, report, signal, finish, fail });
    });
  }

  drop(uploadUrl: string): void {
    this.dropped.push(uploadUrl);
  }

  /** Waits until the file is being sent. */
  async of(name: string): Promise<Transfer> {
    const find = () => this.all.findLast(({ upload }) => upload.name === name);
    await expect.poll(find).toBeDefined();
    const found = find();
    if (!found) throw new Error(`${name} is not on its way`);
    return found;
  }

  get names(): readonly string[] {
    return this.all.map(({ upload }) => upload.name);
  }
}

const postable = { can_send_message_group: 1, name: 'design' };
const draft = (id: number, content: string) => ({
  id,
  content,
  type: 'stream' as const,
  to: [5],
  topic: `topic ${id}`,
  timestamp: 1_700_000_000 - id,
});

const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' })],
  streams: [aChannel(5, postable)],
  subscriptions: [aSubscription(5, postable)],
  realm_user_groups: [{ id: 1, name: 'all', members: [7], direct_subgroup_ids: [] }],
  user_settings: { enable_drafts_synchronization: true },
  drafts: [draft(1, 'The first'), draft(2, 'The second')],
  max_file_upload_size_mib: 1,
});

/** Drafts and uploads of one account in one tab; `tell` is the server's first answer. */
export async function tab(
  id = `test-${newId()}`,
  { hasState = true, answers = {} }: { hasState?: boolean; answers?: Answers } = {},
) {
  const { account, calls, ...fake } = anAccount({
    id,
    state: null,
    answers: {
      sendMessage: () => ({ id: 99 }),
      getDrafts: () => ({ count: 2, drafts: state.drafts }),
      createDrafts: () => ({ ids: [100] }),
      ...answers,
    },
  });
  const connect = (kind: Parameters<typeof fake.connect>[0]) => flushSync(() => fake.connect(kind));
  const tell = () => flushSync(() => fake.register(state));
  const drafts = new AccountDrafts(account);
  drafts.start();
  if (hasState) tell();
  connect('online');
  drafts.setConnection(true, true);
  const network = new Network();
  const uploads = new AccountUploads(account, drafts, network);
  uploads.start();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    uploads.stop();
    await drafts.stop();
  };
  onTestFinished(close);
  await expect.poll(() => drafts.list.length).toBe(2);
  const [first, second] = drafts.list;
  if (!first || !second) throw new Error('two drafts');
  const text = (key: string) => drafts.get(key)?.body.content;
  return {
    id,
    account,
    calls,
    drafts,
    uploads,
    network,
    connect,
    tell,
    text,
    close,
    one: first.key,
    two: second.key,
  };
}

export const file = (name: string, size = 10, type = 'text/plain') => ({
  file: new File([new Uint8Array(size)], name, { type, lastModified: 5 }),
  isFolder: false,
});
