import { userRole } from '$lib/api/roles';
import { sampleUsers } from './people';

export interface SampleChannel {
  readonly name: string;
  readonly description: string;
  /** Handles, or `staff`: everyone but guests and bots. */
  readonly subscribers: 'staff' | readonly string[];
  readonly creator: string;
  /** Age of the channel in days. */
  readonly age: number;
  readonly is_default?: boolean;
  readonly invite_only?: boolean;
  readonly is_web_public?: boolean;
  readonly is_archived?: boolean;
  readonly history_public_to_subscribers?: boolean;
  readonly message_retention_days?: number;
  readonly topics_policy?: 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  /** System group that can post. Everyone by default. */
  readonly senders?: 'role:administrators' | 'role:moderators';
}

const editors = ['adaeze', 'hanna', 'wren', 'zsofia'];
const designers = ['kenji', 'sofie', 'anneliese', 'oisin'];
const makers = ['tomas', 'kaarel', 'aleksi', 'sid'];
const sellers = ['nokuthula', 'etienne', 'mele', 'priya'];

export const sampleChannels: readonly SampleChannel[] = [
  {
    name: 'general',
    description: 'What everyone should know, and nothing that only some should.',
    subscribers: 'staff',
    creator: 'ines',
    age: 900,
    is_default: true,
  },
  {
    name: 'announcements',
    description: 'Decisions and dates. Only administrators post; ask about them in #**general**.',
    subscribers: 'staff',
    creator: 'ines',
    age: 900,
    is_default: true,
    senders: 'role:administrators',
  },
  {
    name: 'editorial',
    description: 'Manuscripts, reports, deadlines and the queries that come with them.',
    subscribers: ['nokuthula', ...editors, 'ines', 'tomas', 'kenji', 'layla', 'gabriela', 'priya'],
    creator: 'adaeze',
    age: 880,
  },
  {
    name: 'production',
    description: 'From last proof to pallet: printers, paper, schedules.',
    subscribers: [
      'etienne',
      'ines',
      'wren',
      'priya',
      ...makers,
      ...designers,
      'hanna',
      'adaeze',
      'ruth',
      'marek',
      'galley',
    ],
    creator: 'colm',
    age: 860,
  },
  {
    name: 'covers and art',
    description: 'Jackets, plates, endpapers. Show early, decide once.',
    subscribers: [...designers, ...editors, 'ines', 'tomas', 'nokuthula', 'etienne'],
    creator: 'kenji',
    age: 820,
  },
  {
    name: 'rights and translations',
    description: 'Who publishes us where, in which words, for how long.',
    subscribers: [
      'kenji',
      'anneliese',
      'sofie',
      'priya',
      'layla',
      'gabriela',
      'pelin',
      'hanna',
      'ines',
      'adaeze',
    ],
    creator: 'priya',
    age: 700,
  },
  {
    name: 'publicity and sales',
    description: 'Reviews, radio, bookshops, numbers on Mondays.',
    subscribers: [...sellers, 'ines', 'ruth', 'hanna', 'wren', 'adaeze'],
    creator: 'nokuthula',
    age: 640,
  },
  {
    name: 'website',
    description: 'Shop, catalogue, newsletter. Broken things go here with a screenshot.',
    subscribers: ['ruth', 'aleksi', 'marek', 'sofie', 'nokuthula', 'tomas', 'wren', 'galley'],
    creator: 'aleksi',
    age: 610,
  },
  {
    name: 'e-books and audio 🎧',
    description: 'EPUB, narration, and the shops that take both.',
    subscribers: ['aleksi', 'sid', 'hanna', 'tomas', 'zsofia', 'priya'],
    creator: 'aleksi',
    age: 420,
  },
  {
    name: 'bookshop events',
    description: 'Readings and launches, open to the shops that host them.',
    subscribers: ['nokuthula', 'etienne', 'mele', 'ines', 'oisin', 'hanna', 'farid'],
    creator: 'nokuthula',
    age: 390,
    is_web_public: true,
  },
  {
    name: 'open shelf',
    description: 'What we are reading. Readable by anyone on the web.',
    subscribers: [
      'wren',
      'hanna',
      'tomas',
      'layla',
      'kenji',
      'gabriela',
      'anneliese',
      'ines',
      'mele',
    ],
    creator: 'wren',
    age: 300,
    is_web_public: true,
  },
  {
    name: 'contracts',
    description: 'Terms under negotiation. New subscribers see only what comes after them.',
    subscribers: ['pelin', 'priya', 'ines', 'ruth', 'hanna'],
    creator: 'pelin',
    age: 500,
    invite_only: true,
    history_public_to_subscribers: false,
    message_retention_days: 3650,
  },
  {
    name: 'freelancers',
    description: 'Work in hand with people outside the house.',
    subscribers: ['beatrix', 'farid', 'hanna', 'tomas', 'adaeze', 'zsofia', 'anneliese', 'ruth'],
    creator: 'adaeze',
    age: 480,
    invite_only: true,
    history_public_to_subscribers: true,
  },
  {
    name: 'kettle',
    description: 'Tea, dogs, weather.',
    subscribers: 'staff',
    creator: 'wren',
    age: 330,
    topics_policy: 'empty_topic_only',
  },
  {
    name: 'stand-up notes',
    description: 'Three lines a day, when you start. A topic only if it needs one.',
    subscribers: ['anneliese', 'ruth', ...makers, ...editors, 'marek', 'sofie'],
    creator: 'marek',
    age: 260,
    topics_policy: 'allow_empty_topic',
  },
  {
    name: 'proof corrections',
    description: 'One topic per title and proof round, so that nothing is set twice.',
    subscribers: ['anneliese', ...editors, 'tomas', 'sofie', 'galley', 'beatrix'],
    creator: 'tomas',
    age: 520,
    topics_policy: 'disable_empty_topic',
  },
  {
    name: 'house style',
    description: 'Settled questions of spelling and commas. Moderators write, everybody reads.',
    subscribers: ['kenji', ...editors, 'tomas', 'sofie', 'layla', 'gabriela', 'aleksi'],
    creator: 'adaeze',
    age: 760,
    senders: 'role:moderators',
  },
  {
    name: 'الترجمة العربية',
    description: 'ترجمة «العبّارة الليلية» إلى العربية: أسئلة وملاحظات.',
    subscribers: ['layla', 'hanna', 'priya'],
    creator: 'layla',
    age: 90,
  },
  {
    name: 'The Atlas of Small Islands: maps, captions, index',
    description: 'Everything for the autumn atlas, TT-112: islands, maps, one very long index.',
    subscribers: [
      'adaeze',
      'kaarel',
      'anneliese',
      'oisin',
      'hanna',
      'tomas',
      'kenji',
      'zsofia',
      'beatrix',
      'wren',
      'galley',
    ],
    creator: 'hanna',
    age: 210,
  },
  {
    name: 'autumn fair',
    description: 'Stand, meetings and dinners of last year’s fair. Done, kept for the contacts.',
    subscribers: ['priya', 'nokuthula', 'colm', 'ines', 'hanna', 'etienne'],
    creator: 'priya',
    age: 400,
    is_archived: true,
  },
];

/** Handles of a channel's subscribers. */
export function sampleSubscribersOf({ subscribers }: SampleChannel): readonly string[] {
  if (subscribers !== 'staff') return subscribers;
  return sampleUsers
    .filter((user) => user.role !== userRole.guest && !user.is_bot)
    .map(({ handle }) => handle);
}
