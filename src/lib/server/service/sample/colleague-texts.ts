/** A destination: a channel's name, or handles. */
export type SampleDestination = string | readonly string[];

/** Drafts, scheduled messages and snippets of people other than the two main members. */
interface ColleagueTexts {
  /** Absent for people who keep drafts on one device. */
  readonly draft?: {
    readonly to: SampleDestination;
    readonly topic?: string;
    readonly content: string;
  };
  readonly later: {
    readonly to: SampleDestination;
    readonly topic?: string;
    readonly days: number;
    /** Time of day in UTC. */
    readonly at: string;
    readonly content: string;
  };
  readonly snippet: { readonly title: string; readonly content: string };
}

const atlas = 'The Atlas of Small Islands: maps, captions, index';

/** By handle. */
export const colleagueTexts: Readonly<Record<string, ColleagueTexts>> = {
  ines: {
    draft: {
      to: 'announcements',
      topic: 'Autumn list is final',
      content:
        'The spring list is short, and each of the five has somebody who would carry it home',
    },
    later: {
      to: 'general',
      topic: 'Lunch on the 22nd?',
      ...{ days: 3, at: '11:00' },
      content: 'The table is laid for two o’clock. Whoever brings proofs sits at the far end.',
    },
    snippet: {
      title: 'To an author whose book we take',
      content:
        'Dear {recipient},\n\nwe have read **{ask: Title}** twice, the second time for pleasure. We would like to publish it in {choose: spring|autumn}. {cursor}\n\nInês',
    },
  },
  marek: {
    draft: {
      to: 'website',
      topic: 'Nightly build',
      content: 'It was red because the clock of the old machine ran ahead. The fix is one line and',
    },
    later: {
      to: 'stand-up notes',
      topic: 'Backup drill',
      ...{ days: 6, at: '07:00' },
      content:
        'Drill at nine: I restore last night’s backup, you find what is missing. Prize: cake.',
    },
    snippet: {
      title: 'Maintenance',
      content:
        'The {choose: shop|build|printer} is away on {ask: Day} from <time:{ask: From when}>. Back within the hour; questions here.',
    },
  },
  ruth: {
    draft: { to: ['ines'], content: 'The audit wants the receipt for the oven. Was there a' },
    later: {
      to: 'publicity and sales',
      topic: 'Monday numbers',
      ...{ days: 4, at: '08:00' },
      content: 'Royalties for the half year are out. Who asks “when” can read the date above.',
    },
    snippet: {
      title: 'Invoice received',
      content: 'Invoice {ask: Number} arrived on {date} and is paid within 14 days. Thank you!',
    },
  },
  adaeze: {
    draft: {
      to: 'editorial',
      topic: 'Deadline for Slack Water 20',
      content: 'Pitches so far: eleven. Borrowed umbrellas: four of them. Please, no more',
    },
    later: {
      to: 'editorial',
      topic: 'Deadline for Slack Water 20',
      ...{ days: 5, at: '08:00' },
      content: 'Last day for pitches. One paragraph is enough, two are better, three are a text.',
    },
    snippet: {
      title: 'Kind refusal',
      content:
        'Thank you for *{ask: Title}*. It is not for us, and here is why: {cursor}\n\nSend us the next one.',
    },
  },
  kenji: {
    draft: {
      to: 'covers and art',
      topic: 'Salt Calendar: twelve small pictures',
      content: 'November is a jar. I tried a window first, but every window in November is',
    },
    later: {
      to: 'covers and art',
      topic: 'The Night Ferry, paperback',
      ...{ days: 2, at: '00:30' },
      content: 'Final jacket is in the folder. Spine 14.2 mm, and please do not squint at it.',
    },
    snippet: {
      title: 'Cover brief',
      content:
        '**{ask: Title}**: {choose: paperback|cloth}, spine {ask: Millimetres} mm. One idea: ',
    },
  },
  priya: {
    draft: {
      to: 'rights and translations',
      topic: 'Offer for the atlas: Japan',
      content: 'They would take 3,000 if the maps keep the second language. Anneliese, can the',
    },
    later: {
      to: ['pelin'],
      ...{ days: 1, at: '05:00' },
      content: 'Osaka wakes up now. Could you send the short form before lunch?',
    },
    snippet: {
      title: 'Option runs out',
      content:
        'The option on {ask: Title} for {ask: Territory} ends on {ask: Day}. Shall we extend?',
    },
  },
  layla: {
    draft: {
      to: 'الترجمة العربية',
      topic: 'الفصل العاشر',
      content: 'الجملة الأخيرة ما زالت أطول من العبّارة نفسها، وسأقصّرها حين',
    },
    later: {
      to: ['hanna'],
      ...{ days: 2, at: '09:00' },
      content: 'Chapter ten is in the folder. Read it near a door that creaks.',
    },
    snippet: { title: 'شكر', content: 'شكرًا جزيلًا، {recipient}. سأردّ عليك يوم {ask: اليوم}.' },
  },
  oisin: {
    draft: { to: atlas, topic: 'Endpapers', content: 'Gulls, then. But only if they may look' },
    later: {
      to: 'covers and art',
      topic: 'Salt Calendar: twelve small pictures',
      ...{ days: 3, at: '10:00' },
      content: 'Back from the island with six sketches and one sheep that would not sit.',
    },
    snippet: {
      title: 'Lettering note',
      content: 'x-height {ask: mm} mm, ink {choose: black|sepia}.',
    },
  },
  nokuthula: {
    draft: {
      to: 'bookshop events',
      topic: 'Launch of the atlas',
      content: 'The lighthouse says yes to forty chairs, and no to candles. Could we',
    },
    later: {
      to: 'bookshop events',
      topic: 'Launch of the atlas',
      ...{ days: 7, at: '07:30' },
      content: 'One week to go. Posters leave today; please hang them where it is windless.',
    },
    snippet: {
      title: 'To a bookshop',
      content:
        'Dear {ask: Shop},\n\nwe would love to read at yours on {ask: Day}. {cursor}\n\n{me}',
    },
  },
  etienne: {
    draft: {
      to: 'publicity and sales',
      topic: 'Review copies of the atlas',
      content: 'Montréal wants two, one of them for a critic who only reads on trains, so',
    },
    later: {
      to: ['nokuthula', 'mele'],
      ...{ days: 2, at: '15:00' },
      content: 'Call with the three shops: same link as last time, bring the dates.',
    },
    snippet: {
      title: 'Copie de presse',
      content: 'Voici *{ask: Titre}*, à paraître le {ask: Date}.',
    },
  },
  sofie: {
    draft: {
      to: 'website',
      topic: 'Newsletter sign-up form is broken on phones',
      content: 'Two pixels. It was two pixels. I would like to talk about',
    },
    later: {
      to: 'proof corrections',
      topic: 'Bread, 2nd printing',
      ...{ days: 4, at: '09:00' },
      content: 'Page 61 again: the loaf is mirrored. New file comes with this.',
    },
    snippet: {
      title: 'Proof is up',
      content: 'Proof {ask: Round} is up. Please mark by {ask: Day}.',
    },
  },
  zsofia: {
    draft: {
      to: 'house style',
      topic: 'Numbers and units',
      content: 'Thin space before °C as well. I know. But if we do it for km² we',
    },
    later: {
      to: 'proof corrections',
      topic: 'Atlas, proof 2',
      ...{ days: 3, at: '08:00' },
      content: 'From today only wrong letters, no better words.',
    },
    snippet: {
      title: 'Query to an author',
      content: 'Page {ask: Page}: “{selection}”. Is this {choose: meant|a slip|a joke}?',
    },
  },
  aleksi: {
    draft: {
      to: 'e-books and audio 🎧',
      topic: 'EPUB check fails on poems',
      content: 'The checker counts a stanza as a list. I can teach it, or we',
    },
    later: {
      to: 'website',
      topic: 'Shop: postage for heavy books',
      ...{ days: 2, at: '06:00' },
      content: 'New postage goes live this morning. Please order something heavy.',
    },
    snippet: {
      title: 'Bug report',
      content: '**Seen on** {date} {time}\n**Device** {ask: Device}\n**What happened** {cursor}',
    },
  },
  mele: {
    draft: {
      to: 'general',
      topic: 'Time zones, again',
      content: 'It is tomorrow here, and it looks',
    },
    later: {
      to: 'bookshop events',
      topic: 'Reading in the rain: what we learned',
      ...{ days: 3, at: '20:00' },
      content: 'Auckland in one line: umbrellas outside, readers inside, not the other way round.',
    },
    snippet: {
      title: 'Mālō',
      content: 'Mālō, {recipient}! I answer when it is day on both sides.',
    },
  },
  gabriela: {
    draft: {
      to: 'rights and translations',
      topic: 'Weather in Spanish',
      content: '*Calabobos* stays. If a reader is soaked by it, that is what it',
    },
    later: {
      to: 'editorial',
      topic: 'A Field Guide to Ordinary Weather: chapter 6',
      ...{ days: 5, at: '15:00' },
      content: 'Five kinds of drizzle in Spanish, and the sixth as promised.',
    },
    snippet: { title: 'Duda de traducción', content: '«{selection}»: ¿{choose: literal|libre}?' },
  },
  wren: {
    draft: {
      to: 'open shelf',
      topic: 'Books that are better on paper',
      content: 'Anything with a map that folds out. Anything that was read by somebody who',
    },
    later: {
      to: 'open shelf',
      topic: 'What are you reading?',
      ...{ days: 2, at: '17:00' },
      content:
        'Question of the week: the last sentence of what you are reading, without the title.',
    },
    snippet: {
      title: 'Reading report',
      content: '**{ask: Title}**, {ask: Pages} pages. In a line: ',
    },
  },
  kaarel: {
    draft: {
      to: 'production',
      topic: 'Paper prices, second half of the year',
      content: 'The grey that isn’t grey costs four per cent more than the grey that is, unless',
    },
    later: {
      to: 'production',
      topic: 'Schedule to the end of the year',
      ...{ days: 1, at: '05:30' },
      content: 'First section is on the machine at eight. Nobody changes a comma now.',
    },
    snippet: {
      title: 'Sheets arrived',
      content: '{ask: Sheets} sheets of {ask: Paper} on {date}.',
    },
  },
  anneliese: {
    draft: {
      to: atlas,
      topic: 'Missing sources for depths',
      content: 'Map 31 has a depth that only a fisherman’s uncle has seen. I would credit',
    },
    later: {
      to: ['oisin'],
      ...{ days: 2, at: '11:00' },
      content: 'Scans of the five lettered maps, please, 600 dpi and flat.',
    },
    snippet: {
      title: 'Map changed',
      content: 'Map {ask: Number} is now v{ask: Version}: {cursor}',
    },
  },
  sid: {
    draft: {
      to: 'production',
      topic: 'Lorry stuck at the border',
      content: 'It moves! The driver has read half of the bread book by now and',
    },
    later: {
      to: 'production',
      topic: 'Binding sample: does it lie flat?',
      ...{ days: 3, at: '09:00' },
      content: 'The second sample is at the Lisbon desk. Open it at 97 and let go.',
    },
    snippet: {
      title: 'Pallet',
      content: '{ask: Pallets} pallets, TT-{ask: Title number}, by {ask: Day}.',
    },
  },
  pelin: {
    later: {
      to: 'contracts',
      topic: 'Osaka, atlas: open points',
      ...{ days: 2, at: '06:30' },
      content: 'Reminder to all: clause 9 needs a yes or a no today.',
    },
    snippet: { title: 'Short form', content: 'Between Tern & Tallow and {ask: Name}: {cursor}' },
  },
  beatrix: {
    draft: {
      to: 'freelancers',
      topic: 'Index of the atlas: terms and dates',
      content: 'I am at letter P. Every *Pulau* asks me the same question, and I',
    },
    later: {
      to: 'freelancers',
      topic: 'Proof 2 for the index',
      ...{ days: 4, at: '07:00' },
      content: 'The index is with you by noon: 1,940 entries, one of them funny.',
    },
    snippet: { title: 'Page query', content: '{ask: Entry}: page {ask: Page}, or the one after?' },
  },
  farid: {
    draft: {
      to: 'freelancers',
      topic: 'Fog horns: usage rights',
      content: 'The keeper signed on the back of a tide table. Is that',
    },
    later: {
      to: 'freelancers',
      topic: 'Fog horns: usage rights',
      ...{ days: 3, at: '06:00' },
      content: 'Pictures 1–14 in full size; 15 is still fog.',
    },
    snippet: {
      title: 'Licence',
      content: '{ask: Pictures} pictures, {choose: print|print and web}.',
    },
  },
};
