import { userRole } from '$lib/api/roles';
export interface SampleUser {
  /** Name used in the scripts. */
  readonly handle: string;
  readonly full_name: string;
  readonly role: number;
  readonly timezone: string;
  /** Age of the account in days. By default long ago. */
  readonly joined?: number;
  /** Name of the credentials file, if it isn't the handle. */
  readonly file?: string;
  readonly is_bot?: boolean;
  readonly is_active?: boolean;
  /** Settings that differ from the defaults, by API name. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Tern & Tallow, a small publishing house that works from three desks in Lisbon and from everywhere. */
export const sampleOrganization = {
  string_id: 'ternandtallow',
  name: 'Tern & Tallow',
  description:
    'Independent publisher of maps, weather, bread and slow novels. **Be kind to the reader**, and to whoever edits you.',
  domain: 'ternandtallow.example',
};

export const sampleUsers: readonly SampleUser[] = [
  {
    handle: 'ines',
    file: 'owner',
    full_name: 'Inês Carvalho',
    role: userRole.owner,
    timezone: 'Europe/Lisbon',
  },
  {
    handle: 'marek',
    file: 'admin',
    full_name: 'Marek Wójcik',
    role: userRole.administrator,
    timezone: 'Europe/Warsaw',
  },
  {
    handle: 'ruth',
    full_name: 'Ruth Abernethy',
    role: userRole.administrator,
    timezone: 'Europe/London',
  },
  {
    handle: 'adaeze',
    file: 'moderator',
    full_name: 'Adaeze Nwankwo',
    role: userRole.moderator,
    timezone: 'Africa/Lagos',
  },
  {
    handle: 'kenji',
    full_name: 'Kenji Morisaki',
    role: userRole.moderator,
    timezone: 'Asia/Tokyo',
  },
  {
    handle: 'hanna',
    file: 'member',
    full_name: 'Hanna Lindqvist',
    role: userRole.member,
    timezone: 'Europe/Stockholm',
  },
  {
    handle: 'tomas',
    file: 'member2',
    full_name: 'Tomás Quiroga',
    role: userRole.member,
    timezone: 'America/Montevideo',
  },
  {
    handle: 'priya',
    full_name: 'Priya Raghunathan',
    role: userRole.member,
    timezone: 'Asia/Kolkata',
  },
  { handle: 'layla', full_name: 'ليلى منصور', role: userRole.member, timezone: 'Africa/Cairo' },
  {
    handle: 'oisin',
    full_name: 'Oisín Mac Giolla Bhríde',
    role: userRole.member,
    timezone: 'Europe/Dublin',
  },
  {
    handle: 'nokuthula',
    full_name: 'Nokuthula Dlamini',
    role: userRole.member,
    timezone: 'Africa/Johannesburg',
  },
  {
    handle: 'etienne',
    full_name: 'Étienne Beauséjour-Thibodeau',
    role: userRole.member,
    timezone: 'America/Toronto',
  },
  {
    handle: 'sofie',
    full_name: 'Sofie Dam',
    role: userRole.member,
    timezone: 'Europe/Copenhagen',
  },
  {
    handle: 'zsofia',
    full_name: 'Zsófia Kerekes',
    role: userRole.member,
    timezone: 'Europe/Budapest',
  },
  {
    handle: 'aleksi',
    full_name: 'Aleksi Rautiainen',
    role: userRole.member,
    timezone: 'Europe/Helsinki',
  },
  {
    handle: 'mele',
    full_name: 'Mele Fonoti',
    role: userRole.member,
    timezone: 'Pacific/Auckland',
  },
  {
    handle: 'gabriela',
    full_name: 'Gabriela Xóchitl Montes de Oca y Villaseñor',
    role: userRole.member,
    timezone: 'America/Mexico_City',
  },
  {
    handle: 'wren',
    full_name: 'Wren Castellanos 🌲',
    role: userRole.member,
    timezone: 'America/Los_Angeles',
  },
  {
    handle: 'kaarel',
    full_name: 'Kaarel Tamm',
    role: userRole.member,
    timezone: 'Europe/Tallinn',
  },
  {
    handle: 'anneliese',
    full_name: 'Anneliese Brückner',
    role: userRole.member,
    timezone: 'Europe/Berlin',
  },
  {
    handle: 'sid',
    full_name: 'Siddharth Bhattacharya-Whitcombe',
    role: userRole.member,
    timezone: 'Europe/London',
  },
  {
    handle: 'pelin',
    full_name: 'Pelin Aksoy',
    role: userRole.member,
    timezone: 'Europe/Istanbul',
    settings: { enable_drafts_synchronization: false },
  },
  {
    handle: 'beatrix',
    joined: 28,
    file: 'guest',
    full_name: 'Beatrix van der Meulen-Oosterhuis',
    role: userRole.guest,
    timezone: 'Europe/Amsterdam',
  },
  {
    handle: 'farid',
    joined: 28,
    full_name: 'Farid Noorzai',
    role: userRole.guest,
    timezone: 'Asia/Dubai',
  },
  {
    handle: 'colm',
    joined: 990,
    full_name: 'Colm Tierney',
    role: userRole.member,
    timezone: 'Europe/London',
    is_active: false,
  },
  {
    handle: 'galley',
    file: 'bot',
    full_name: 'Galley Bot',
    role: userRole.member,
    timezone: '',
    is_bot: true,
  },
];

/** People offered first on the sign-in page, by handle, with what there is to see as them. */
export const sampleStories: Readonly<Record<string, string>> = {
  hanna:
    'Edits the autumn atlas. Half-written drafts, messages on their way, one that failed and one that will, and snippets with placeholders.',
  ines: 'Founded the house and owns the organization: people, groups, permissions, invitations.',
  beatrix: 'Makes the index from outside. A guest: she sees her own channels and no others.',
};

/** User-created groups. */
export const sampleGroups: readonly {
  readonly name: string;
  readonly description: string;
  readonly members: readonly string[];
  readonly subgroups?: readonly string[];
  readonly deactivated?: boolean;
}[] = [
  {
    name: 'editors',
    description: 'Whoever owns a manuscript.',
    members: ['adaeze', 'hanna', 'wren', 'zsofia'],
  },
  {
    name: 'design',
    description: 'Covers, maps and insides.',
    members: ['kenji', 'sofie', 'anneliese', 'oisin'],
  },
  {
    name: 'makers',
    description: 'Everybody between manuscript and pallet.',
    members: ['tomas', 'kaarel', 'aleksi', 'sid'],
    subgroups: ['design'],
  },
  {
    name: 'translators',
    description: 'Arabic, Spanish and whoever is next.',
    members: ['layla', 'gabriela'],
  },
  {
    name: 'shop-watch',
    description: 'Looks at the web shop at the weekend. Rotates monthly.',
    members: ['aleksi', 'marek'],
  },
  {
    name: 'fair-team',
    description: 'Last autumn’s fair.',
    members: ['priya', 'nokuthula', 'colm'],
    deactivated: true,
  },
];
