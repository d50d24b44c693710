declare module 'zulip-js' {
  type Reply = Record<string, unknown> & { result: string; msg: string; code?: string };

  interface Client {
    callEndpoint(path: string, method?: string, params?: Record<string, unknown>): Promise<Reply>;
    callOnEachEvent(
      callback: (event: Record<string, unknown>) => void,
      eventTypes?: string[],
    ): Promise<void>;
    readonly queues: {
      register(params: Record<string, unknown>): Promise<Reply>;
      deregister(params: Record<string, unknown>): Promise<Reply>;
    };
    readonly events: { retrieve(params: Record<string, unknown>): Promise<Reply> };
    readonly users: {
      retrieve(params?: Record<string, unknown>): Promise<Reply>;
      create(params: Record<string, unknown>): Promise<Reply>;
      readonly me: {
        getProfile(): Promise<Reply>;
        readonly subscriptions: {
          add(params: Record<string, unknown>): Promise<Reply>;
          remove(params: Record<string, unknown>): Promise<Reply>;
        };
        readonly alertWords: { retrieve(): Promise<Reply> };
      };
    };
    readonly emojis: { retrieve(): Promise<Reply> };
    readonly server: { settings(): Promise<Reply> };
    readonly filters: { retrieve(): Promise<Reply> };
    readonly messages: {
      send(params: Record<string, unknown>): Promise<Reply>;
      retrieve(params: Record<string, unknown>): Promise<Reply>;
      render(content: string): Promise<Reply>;
      update(params: Record<string, unknown>): Promise<Reply>;
      getById(params: Record<string, unknown>): Promise<Reply>;
      getHistoryById(params: Record<string, unknown>): Promise<Reply>;
      deleteById(params: Record<string, unknown>): Promise<Reply>;
      deleteReactionById(params: Record<string, unknown>): Promise<Reply>;
      readonly flags: {
        add(params: Record<string, unknown>): Promise<Reply>;
        remove(params: Record<string, unknown>): Promise<Reply>;
      };
    };
    readonly streams: {
      retrieve(params?: Record<string, unknown>): Promise<Reply>;
      getStreamId(params: string | Record<string, unknown>): Promise<Reply>;
      readonly subscriptions: { retrieve(): Promise<Reply> };
      deleteById(params: Record<string, unknown>): Promise<Reply>;
      readonly topics: { retrieve(params: Record<string, unknown>): Promise<Reply> };
    };
    readonly typing: { send(params: Record<string, unknown>): Promise<Reply> };
    readonly reactions: {
      add(params: Record<string, unknown>): Promise<Reply>;
      remove(params: Record<string, unknown>): Promise<Reply>;
    };
  }

  export default function zulip(config: {
    username: string;
    realm: string;
    apiKey?: string;
    password?: string;
  }): Promise<Client>;
}
