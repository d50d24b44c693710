import { userRole } from '$lib/api/roles';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { invitations } from '../db/schema/invitations';
import { linkifiers } from '../db/schema/linkifiers';
import { navigationViews } from '../db/schema/navigation-views';
import { playgrounds } from '../db/schema/playgrounds';
import { realms } from '../db/schema/realms';
import type { DatabaseTransaction } from '../db/store';
import { createInviteKey } from '../invitations/key';
import type { SampleIds } from './sample-ids';
import { sampleOrganization } from './people';

const day = 86_400_000;
const shop = `https://books.${sampleOrganization.domain}`;

export const sampleLinkifiers = [
  { pattern: 'TT-(?P<title>[0-9]{1,4})', url_template: `${shop}/titles/{title}` },
  { pattern: '(?i)isbn (?P<isbn>97[89][0-9-]{10,14})', url_template: `${shop}/search{?isbn}` },
];

const samplePlaygrounds = [
  {
    name: 'Rust Playground',
    pygments_language: 'Rust',
    url_template: 'https://play.rust-lang.org/?edition=2021&code={code}',
  },
  {
    name: 'Python Tutor',
    pygments_language: 'Python',
    url_template: 'https://pythontutor.com/render.html#code={code}',
  },
];

/** By handle. Custom views contain a channel's name. */
const views: Readonly<Record<string, readonly { fragment: string; name?: string; of?: string }[]>> =
  {
    hanna: [
      { fragment: 'drafts' },
      { fragment: 'narrow/is/mentioned' },
      {
        fragment: 'narrow/channel/',
        name: 'The Atlas',
        of: 'The Atlas of Small Islands: maps, captions, index',
      },
    ],
    tomas: [{ fragment: 'narrow/channel/', name: 'At the printer’s', of: 'production' }],
    ines: [
      { fragment: 'inbox' },
      { fragment: 'narrow/channel/', name: 'Contracts', of: 'contracts' },
    ],
  };

/** Adds what the organization has set up other than people and channels, and its invitations. */
export async function insertSampleSetup(tx: DatabaseTransaction, names: SampleIds): Promise<void> {
  const { realm_id } = names;
  await tx
    .insert(linkifiers)
    .values(sampleLinkifiers.map((link, i) => ({ realm_id, ...link, position: i + 1 })));
  await tx.update(realms).set({ linkifiers_version: randomUUID() }).where(eq(realms.id, realm_id));
  await tx.insert(playgrounds).values(samplePlaygrounds.map((place) => ({ realm_id, ...place })));
  await tx.insert(navigationViews).values(
    Object.entries(views).flatMap(([handle, own]) =>
      own.map(({ fragment, name = null, of }) => ({
        user_id: names.user(handle),
        fragment: of === undefined ? fragment : `${fragment}${names.channel(of)}`,
        is_pinned: true,
        name,
      })),
    ),
  );
  const common = {
    realm_id,
    group_ids: [],
    include_realm_default_subscriptions: true,
    notify_referrer_on_join: true,
  };
  await tx.insert(invitations).values([
    {
      ...common,
      inviter_id: names.user('ines'),
      key: createInviteKey(),
      invited_as: userRole.guest,
      stream_ids: [names.channel('freelancers')],
      include_realm_default_subscriptions: false,
      welcome_message_custom_text: 'Your contract and the house style are in #**freelancers**.',
      invited: new Date(names.now - 20 * day),
      minutes: null,
    },
    {
      ...common,
      inviter_id: names.user('marek'),
      key: createInviteKey(),
      email: 'mina.okafor@example.org',
      invited_as: userRole.member,
      stream_ids: [names.channel('editorial')],
      invited: new Date(names.now - 2 * day),
      minutes: 14_400,
    },
  ]);
}
