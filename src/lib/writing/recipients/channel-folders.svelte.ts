import * as v from 'valibot';
import { getChannelFolders, type ChannelFolder } from '../../api/channel-folders';
import type { ApiOperation } from '../../api/define-operation';
import { hasOperation } from '../../api/feature-level';
import { useAccount } from '../../client/account/account.svelte';
import { readAccountStorageAs, writeAccountStorage } from '../../client/storage/account-storage';
import { useRead } from '../../client/account/query';

const name = 'channel-folders';
const schema = v.array(v.object({ id: v.number(), name: v.string() }));

type Named = Pick<ChannelFolder, 'id' | 'name'>;

/**
 * The channel folders in order, live. Until the server answers, returns those of the last answer on
 * this device. Call it during component initialization.
 */
export function useChannelFolders() {
  const account = useAccount();
  const read = useRead(account, getChannelFolders, () => ({
    params: { include_archived: true },
    enabled: hasOperation(getChannelFolders as ApiOperation, account.state),
  }));
  const remembered = readAccountStorageAs(account.id, name, schema) ?? [];
  const folders = $derived(read.data?.channel_folders);
  $effect(() => {
    if (folders) {
      const names = folders.map((one) => ({ id: one.id, name: one.name }));
      writeAccountStorage(account.id, name, names);
    }
  });
  return {
    get all(): readonly Named[] {
      return folders ?? remembered;
    },
    /** Whether an answer can still change them. */
    get isComing(): boolean {
      return read.isFetching && folders === undefined;
    },
  };
}
