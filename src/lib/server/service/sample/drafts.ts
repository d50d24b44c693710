import { colleagueTexts } from './colleague-texts';

export interface SampleDraft {
  readonly owner: string;
  /** A channel's name, handles, or null for one without a destination. */
  readonly to: string | readonly string[] | null;
  readonly topic?: string;
  readonly hoursAgo: number;
  readonly content: string;
}

const atlas = 'The Atlas of Small Islands: maps, captions, index';

/** The sample's drafts: the two main members' first, oldest last. */
export const sampleDrafts: readonly SampleDraft[] = [
  {
    owner: 'hanna',
    to: atlas,
    topic: 'Who writes the back cover?',
    hoursAgo: 1.5,
    content: `Here is the long one, 140 words, so that you can see what I can't cut:

> There are islands that a map maker leaves out because they would be smaller than the ink. This book is made of those. A hundred and twelve of them, drawn at the scale of a walk: a rock with one tree, a harbour with one harbour master, a lighthouse whose keeper left everything to a goat.
>
> Anneliese Brückner has drawn 64 maps in which every depth has a witness. Oisín Mac Giolla Bhríde has drawn what the depths look like from above when it rains. Nobody in these pages is in a hurry, and nobody is lost.

The prize would come after "lost". I know that it has to. I just don't see `,
  },
  {
    owner: 'hanna',
    to: ['tomas'],
    hoursAgo: 2.2,
    content:
      'I pressed the button. Berth 14, upper. Tell Ines the cake may know.\n\nPS: could you take alt texts 41–50 as well? I get',
  },
  {
    owner: 'hanna',
    to: 'e-books and audio 🎧',
    topic: 'Alt text for 64 maps',
    hoursAgo: 5,
    content: `First ten:

1. A comma-shaped island, its hollow side to the north. One landing place, one path, no houses.
2. Two rocks that touch at low tide. The dashed line between them is the time of day.
3. A ring of land with a lagoon; the gap in the ring is narrower than its label.
4.`,
  },
  {
    owner: 'hanna',
    to: ['wren'],
    hoursAgo: 6,
    content:
      'Forward it! And write two sentences on top: what it is, and what you want us to do. That *is* a report.',
  },
  {
    owner: 'hanna',
    to: 'general',
    topic: 'Lunch on the 22nd?',
    hoursAgo: 9,
    content: 'I’m in, if the train is. Could there be a vegetarian half of the table?',
  },
  {
    owner: 'hanna',
    to: ['adaeze', 'ines'],
    hoursAgo: 26,
    content:
      'Names for the small series, in the order of how much I like them today:\n\n- *Short Crossings*\n- *The Narrow Shelf*\n- *Sixty Pages*\n\nI’m for the first, but say it aloud with “volume four” behind it.',
  },
  {
    owner: 'hanna',
    to: 'announcements',
    topic: 'Autumn list is final',
    hoursAgo: 50,
    content: 'May I add that the harbour master’s quote is on the front cover now?',
  },
  {
    owner: 'hanna',
    to: 'الترجمة العربية',
    topic: 'الفصل العاشر',
    hoursAgo: 56,
    content:
      'حبيبتي ليلى، قرأتُ الصفحات الأولى. The creak on page 3 made me look up at my own ceiling.',
  },
  {
    owner: 'hanna',
    to: null,
    hoursAgo: 75,
    content:
      '“patience” / «صبر» / tålamod: three words, three plants?\n→ preface for the small series, or only a letter to Layla',
  },
  {
    owner: 'hanna',
    to: 'kettle',
    topic: '',
    hoursAgo: 98,
    content: 'Second picture of the goat. It has grown a',
  },
  {
    owner: 'hanna',
    to: 'autumn fair',
    topic: 'After the fair',
    hoursAgo: 640,
    content:
      'Colm, I never said it properly: eleven fairs, and not one poster lost. Come to the launch',
  },
  {
    owner: 'hanna',
    to: null,
    hoursAgo: 300,
    content: 'Thank the harbour master. By letter, with a stamp that has an island on it.',
  },
  {
    owner: 'tomas',
    to: 'production',
    topic: 'Schedule to the end of the year',
    hoursAgo: 3,
    content:
      '*Eleven Ways to Wait* can have the slot in week 3, if the text is final on the 20th and stays final. @**Zsófia Kerekes**, is it',
  },
  {
    owner: 'tomas',
    to: ['hanna'],
    hoursAgo: 4,
    content:
      'If the berth is gone there’s a seat in the van with the fog horn. Farid says it’s quiet as long as nobody',
  },
  {
    owner: 'tomas',
    to: ['kaarel', 'anneliese'],
    hoursAgo: 20,
    content: 'Map 12: new file is `12-v3`, please throw away v2. East is east again.',
  },
  {
    owner: 'tomas',
    to: 'e-books and audio 🎧',
    topic: 'Alt text for 64 maps',
    hoursAgo: 22,
    content:
      '58. The smallest outline on the page, drawn as large as its neighbours. A dot marks where an uncle fishes.',
  },
  {
    owner: 'tomas',
    to: null,
    hoursAgo: 120,
    content: 'paper for spring: 90 g? ask Kaarel about the grey that isn’t grey',
  },
  ...Object.entries(colleagueTexts).flatMap(([owner, { draft }], i) =>
    draft ? [{ owner, hoursAgo: 3 + i * 2, ...draft }] : [],
  ),
];
