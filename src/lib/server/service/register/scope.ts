import type { ClientCapability } from '../db/schema/events';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { loadChannelActivity } from '../channels/activity';
import { loadChannelAccess, loadStreams } from '../channels/load';
import { emptyTopicName } from '../channels/topics';
import { ChannelWriter } from '../channels/wire';
import { readTogether } from '../db/combine-selects';
import type { ServiceContext } from '../context';
import type { UserRow } from '../model';
import { loadPermissions, type UserPermissions } from '../permissions/load';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { listVisibleUsers } from '../users/visible';

export interface StateOptions {
  readonly capabilities: Readonly<Partial<Record<ClientCapability, boolean>>>;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly apply_markdown: boolean;
  readonly include_subscribers: 'true' | 'false' | 'partial';
  readonly presence_history_limit_days: number;
}

/** Reads the values of one fetch key, with the documented names. */
export type StateReader = (
  scope: StateScope,
) => Promise<Record<string, unknown>> | Record<string, unknown>;

/** One registration. Data that several areas need is read once, and only if needed. */
export class StateScope {
  #permissions: Promise<UserPermissions> | undefined;
  #access: Promise<ChannelAccess> | undefined;
  #streams: Promise<StreamRow[]> | undefined;
  #writer: Promise<ChannelWriter> | undefined;
  #users: Promise<UserRow[]> | undefined;

  constructor(
    readonly context: ServiceContext,
    readonly options: StateOptions,
    private readonly keys: ReadonlySet<string>,
    /** Whether the client requested everything by not requesting anything specific. */
    readonly everything: boolean,
  ) {}

  fetches(key: string): boolean {
    return this.keys.has(key);
  }

  has(capability: ClientCapability): boolean {
    return this.options.capabilities[capability] === true;
  }

  permissions(): Promise<UserPermissions> {
    return (this.#permissions ??= loadPermissions(this.context, this.context.user));
  }

  access(): Promise<ChannelAccess> {
    return (this.#access ??= this.permissions().then((p) => loadChannelAccess(this.context, p)));
  }

  /** Channels that the caller can see. Archived ones only for clients that support them. */
  streams(): Promise<StreamRow[]> {
    return (this.#streams ??= this.#visibleStreams());
  }

  async #visibleStreams(): Promise<StreamRow[]> {
    const archived = this.has('archived_channels');
    const [access, rows] = await readTogether([this.access(), loadStreams(this.context)]);
    return rows.filter((row) => (archived || !row.is_archived) && access.seesMetadata(row));
  }

  writer(): Promise<ChannelWriter> {
    return (this.#writer ??= this.#makeWriter());
  }

  async #makeWriter(): Promise<ChannelWriter> {
    const [settings, activity] = await readTogether([
      loadSettingSerializer(this.context),
      loadChannelActivity(this.context),
    ]);
    return new ChannelWriter(settings, activity);
  }

  users(): Promise<UserRow[]> {
    return (this.#users ??= this.permissions().then((p) =>
      listVisibleUsers(this.context, undefined, p),
    ));
  }

  /** A topic's name as this client can show it. */
  topicName(topic: string): string {
    return topic === '' && !this.has('empty_topic_name') ? emptyTopicName : topic;
  }
}
