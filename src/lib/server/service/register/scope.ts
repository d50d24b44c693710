import type { Capability } from '../db/schema/events';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { loadActivity } from '../channels/activity';
import { loadChannelAccess, loadStreams } from '../channels/load';
import { emptyTopicName } from '../channels/topics';
import { ChannelWriter } from '../channels/wire';
import type { Context } from '../context';
import type { User } from '../model';
import { loadPermissions, type Permissions } from '../permissions/load';
import { loadToldSettings } from '../permissions/told';
import { listVisibleUsers } from '../users/visible';

export interface StateOptions {
  readonly capabilities: Readonly<Partial<Record<Capability, boolean>>>;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly apply_markdown: boolean;
  readonly include_subscribers: 'true' | 'false' | 'partial';
  readonly presence_history_limit_days: number;
}

/** Reads the values that one fetch key stands for, in the documented keys. */
export type State = (
  scope: StateScope,
) => Promise<Record<string, unknown>> | Record<string, unknown>;

/** One registration: what several areas need is read once, and only if one of them needs it. */
export class StateScope {
  #permissions: Promise<Permissions> | undefined;
  #access: Promise<ChannelAccess> | undefined;
  #streams: Promise<StreamRow[]> | undefined;
  #writer: Promise<ChannelWriter> | undefined;
  #users: Promise<User[]> | undefined;

  constructor(
    readonly context: Context,
    readonly options: StateOptions,
    private readonly keys: ReadonlySet<string>,
    /** Whether all was asked for by asking for nothing in particular. */
    readonly everything: boolean,
  ) {}

  fetches(key: string): boolean {
    return this.keys.has(key);
  }

  has(capability: Capability): boolean {
    return this.options.capabilities[capability] === true;
  }

  permissions(): Promise<Permissions> {
    return (this.#permissions ??= loadPermissions(this.context, this.context.user));
  }

  access(): Promise<ChannelAccess> {
    return (this.#access ??= this.permissions().then((p) => loadChannelAccess(this.context, p)));
  }

  /** Channels whose existence the caller may know; archived ones only for clients that know them. */
  streams(): Promise<StreamRow[]> {
    return (this.#streams ??= this.#visibleStreams());
  }

  async #visibleStreams(): Promise<StreamRow[]> {
    const access = await this.access();
    const archived = this.has('archived_channels');
    const rows = await loadStreams(this.context);
    return rows.filter((row) => (archived || !row.is_archived) && access.seesMetadata(row));
  }

  writer(): Promise<ChannelWriter> {
    return (this.#writer ??= this.#makeWriter());
  }

  async #makeWriter(): Promise<ChannelWriter> {
    const settings = await loadToldSettings(this.context);
    return new ChannelWriter(settings, await loadActivity(this.context));
  }

  users(): Promise<User[]> {
    return (this.#users ??= this.permissions().then((p) =>
      listVisibleUsers(this.context, undefined, p),
    ));
  }

  /** A topic as this client can show it. */
  topicName(topic: string): string {
    return topic === '' && !this.has('empty_topic_name') ? emptyTopicName : topic;
  }
}
