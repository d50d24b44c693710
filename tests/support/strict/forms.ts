import type { StrictLevel } from './routes';

/** What a server reads to decide how to answer. */
export interface Looks {
  /** A reply of the service behind it, as the calling user sees it. */
  readonly look: (path: string) => Promise<Record<string, unknown>>;
  readonly fields: URLSearchParams;
  readonly values: Readonly<Record<string, string | number>>;
}

interface Answer {
  readonly status: number;
  readonly msg: string;
  /** Absent for internal errors of the server. */
  readonly code?: string;
}

interface Form {
  readonly operations: readonly string[];
  readonly levels: readonly StrictLevel[];
  /** The answer instead of our service's; null for the service's own. */
  readonly answer: (looks: Looks) => Promise<Answer | null>;
}

const all: readonly StrictLevel[] = [247, 319, 372];
const refused = (msg: string, code = 'BAD_REQUEST'): Answer => ({ status: 400, msg, code });

interface Channel {
  readonly stream_id: number;
  readonly name: string;
}
interface Person {
  readonly email: string;
  readonly is_active: boolean;
}

/** Where a real server answers differently from ours, as far as a client can notice. */
export const forms: readonly Form[] = [
  {
    // An archived channel is unknown, even to owners.
    operations: ['getStreamById', 'updateStream', 'archiveStream'],
    levels: [372],
    answer: async ({ look, values }) =>
      (await isOpen(look, Number(values['stream_id']))) ? null : refused('Invalid channel ID'),
  },
  {
    operations: ['sendMessage', 'createScheduledMessage'],
    levels: [372],
    answer: async ({ look, fields }) => {
      const to = Number(fields.get('to'));
      const isToChannel = ['stream', 'channel'].includes(fields.get('type') ?? '');
      if (!isToChannel || Number.isNaN(to) || (await isOpen(look, to))) return null;
      const { streams } = (await look('/streams?include_all=true&exclude_archived=false')) as {
        streams: Channel[];
      };
      const name = streams.find(({ stream_id }) => stream_id === to)?.name;
      return name === undefined ? null : refused(`Not authorized to send to channel '${name}'`);
    },
  },
  {
    // People are named by ids, or by the email addresses shown in the API: real addresses are
    // refused.
    operations: ['subscribe', 'unsubscribe'],
    levels: [372],
    answer: async ({ look, fields }) =>
      (await strangers(look, fields.get('principals'))).length > 0 ? refused('No such user') : null,
  },
  {
    operations: ['sendMessage', 'createScheduledMessage'],
    levels: [372],
    answer: async ({ look, fields }) => {
      if (!['direct', 'private'].includes(fields.get('type') ?? '')) return null;
      const [first] = await strangers(look, fields.get('to'));
      return first === undefined ? null : refused(`Invalid email '${first}'`);
    },
  },
  {
    operations: ['sendMessage', 'createScheduledMessage', 'updateScheduledMessage'],
    levels: [247, 319],
    answer: ({ fields }) =>
      Promise.resolve(
        fields.get('type') === 'stream' && !fields.get('topic')
          ? refused("Topic can't be empty!")
          : null,
      ),
  },
  {
    operations: ['updateStream', 'archiveStream'],
    levels: [247, 319],
    answer: async ({ look }) =>
      Number((await look('/users/me'))['role']) > 200
        ? refused('Must be an organization administrator')
        : null,
  },
  {
    operations: ['createDrafts'],
    levels: all,
    answer: async (looks) => {
      for (const draft of JSON.parse(looks.fields.get('drafts') ?? '[]') as Draft[]) {
        const answer = await ofDraft(looks, draft);
        if (answer) return answer;
      }
      return null;
    },
  },
  {
    operations: ['editDraft'],
    levels: all,
    answer: (looks) => ofDraft(looks, JSON.parse(looks.fields.get('draft') ?? '{}') as Draft),
  },
];

type Draft = { readonly type: string; readonly to: readonly number[] };

/** Only to recipients the user can write to: no deactivated user, no archived channel. */
async function ofDraft({ look }: Looks, { type, to }: Draft): Promise<Answer | null> {
  if (type === 'private') {
    for (const id of to) {
      const { user } = (await look(`/users/${id}`)) as { user?: Person };
      if (user && !user.is_active) return refused(`'${user.email}' is no longer using Zulip.`);
    }
  }
  if (type === 'stream' && !(await isOpen(look, to[0]))) return refused('Invalid stream ID');
  return null;
}

async function isOpen(look: Looks['look'], id: number | undefined): Promise<boolean> {
  const { streams } = (await look('/streams?exclude_archived=true&include_all_active=true')) as {
    streams?: Channel[];
  };
  const shown =
    streams ?? ((await look('/streams?exclude_archived=true')) as { streams: Channel[] }).streams;
  return shown.some(({ stream_id }) => stream_id === id);
}

/** Addresses in a JSON list that belong to no one in the API. */
async function strangers(look: Looks['look'], addresses: string | null): Promise<string[]> {
  if (!addresses?.startsWith('["')) return [];
  const { members } = (await look('/users')) as { members: Person[] };
  const known = new Set(members.map(({ email }) => email));
  return (JSON.parse(addresses) as string[]).filter((address) => !known.has(address));
}
