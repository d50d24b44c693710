import { sampleDirect, sampleTopic } from './script';

/** Private channels and direct conversations. */
export const privateConversations = [
  sampleTopic(
    'contracts',
    'Cairo, Night Ferry: unsold stock',
    { daysAgo: 20.5, hours: 7 },
    `
pelin: Clause 11 is in: unsold copies may be remaindered after 30 months, with first offer to the author.
priya: They asked for 24. I said 30 and mentioned the weather.
ines: Sign it. Thank you both.`,
  ),
  sampleTopic(
    'contracts',
    'Osaka, atlas: open points',
    { daysAgo: 9, hours: 30 },
    `
pelin: Three points are open: unsold stock (they want none of it), the co-printing date, and who pays if map 58 is late.
ruth: If the date slips because of us we pay the press time, up to 4,000. Not more, and write the number down.
priya: They accept the cap. They don't accept clause 11 yet.
hanna: They love the book. Could we give them the slipcase in exchange?
pelin: That is rather good. Slipcase design for Japan against clause 11. Drafting.
ines: Keep me in copy, please, but I trust you with it.`,
  ),
  sampleTopic(
    'contracts',
    'Eleven Ways to Wait: short form',
    { daysAgo: 3, hours: 5 },
    `
pelin: Short form is ready: 60 pages, 10 %, advance payable on signature. Nothing unusual but the author's wish to sign on paper.
hanna: With a fountain pen, after waiting a week. It's in character.
ines: Approved.`,
  ),
  sampleTopic(
    'freelancers',
    'Index of the atlas: terms and dates',
    { daysAgo: 26, hours: 8 },
    `
adaeze: @beatrix the fee is per page as agreed, 288 pages, half now and half on delivery.
beatrix: Thank you. Delivery on the 14th holds if the pages hold.
ruth: First half was paid today.
hanna: The pages will hold. I'm holding them myself.`,
  ),
  sampleTopic(
    'freelancers',
    'Fog horns: usage rights',
    { daysAgo: 9.5, hours: 9 },
    `
farid: For the four pictures in Slack Water: one print use, plus the website for two years?
adaeze: Yes. The radio wants the *sound* too. That's yours to sell, we only introduce you.
farid: That's fair of you. And if there's a book?
hanna: If there's a book you'll hear us from across the harbour.
farid: With the horn, I'd hear you from further.`,
  ),
  sampleTopic(
    'freelancers',
    'Proof 2 for the index',
    { daysAgo: 1.3, hours: 8 },
    `
tomas: @beatrix proof 2 is final for page numbers **except** maps 12 and 40, which stay on their pages.
beatrix: Wonderful. Letters A to K are done: <file:index-A-K.csv>. L has begun, there are many lighthouses.
hanna: Leave room for a goat under K, for *keeper's*.
beatrix: There are three entries for the goat. One is "see also: lighthouse keeper, patience of".`,
  ),
  sampleDirect(
    ['hanna', 'tomas'],
    { daysAgo: 11, hours: 5 },
    `
tomas: Between us: how far are the captions *really*?
hanna: 18 of 25, the best of them in <file:captions-41-50.md>. The remaining seven are the ones I like.
tomas: I can give you until Monday noon, my time. Don't tell Kaarel that there was room.
hanna: There never was any room. Thank you.`,
  ),
  sampleDirect(
    ['hanna', 'tomas'],
    { daysAgo: 3, hours: 20 },
    `
hanna: Captions are all in. I even cut the goat by four words. I miss them already.
tomas: I've seen it. It's better, which I'd never say aloud.
hanna: You've just written it down.
tomas: I can delete messages.`,
  ),
  sampleDirect(
    ['hanna', 'tomas'],
    { daysAgo: 0.4, hours: 3 },
    `
tomas: Are you coming on the 22nd? Ines asks because of the cake, I ask because of the queue at Oisín's table.
hanna: I want to. The night train has one berth left and I keep not pressing the button.
tomas: Press the button!`,
  ),
  sampleDirect(
    ['hanna', 'adaeze'],
    { daysAgo: 1, hours: 6 },
    `
adaeze: No hurry on the back cover, but also: some hurry.
hanna: Tonight. The draft is open in the next window.
adaeze: The one that is too long?
hanna: They're all too long. That's why they're drafts.`,
  ),
  sampleDirect(
    ['hanna', 'ines'],
    { daysAgo: 7, hours: 8 },
    `
ines: Would you like to have the small series from spring on? All of it, with your name on the page.
hanna: I'd like to think about it until tomorrow so that it looks as if I had to.
ines: Of course. Think loudly.
hanna: Yes. Yes, please.`,
  ),
  sampleDirect(
    ['hanna', 'beatrix'],
    { daysAgo: 5, hours: 4 },
    `
beatrix: May an index entry be funny?
hanna: Once in forty pages. Then they look for the next one and read all of it.
beatrix: I've been at once in ten. I'll prune.`,
  ),
  sampleDirect(
    ['tomas', 'kaarel'],
    { daysAgo: 2, hours: 9 },
    `
kaarel: Section 2 can wait until Thursday 15:00. After that the press prints seed catalogues for two days.
tomas: Map 12 will be there on Wednesday. Anneliese turns it as we speak.
kaarel: Is it only mirrored, or also upside down?
tomas: Only mirrored. We have standards.`,
  ),
  sampleDirect(
    ['tomas', 'ruth'],
    { daysAgo: 15, hours: 5 },
    `
ruth: Ink test number three: where shall I book it?
tomas: Under "the sea".
ruth: I have a line for that, actually. *Contingency.*`,
  ),
  sampleDirect(
    ['hanna', 'tomas', 'zsofia'],
    { daysAgo: 4, hours: 9 },
    `
zsofia: Shall we split proof 2 now, so that nobody reads the same page twice?
hanna: You 1–96, me the rest. Tomás reads only what we mark.
tomas: I read what you mark and what you miss.
zsofia: Those are the same pages. 🙂`,
  ),
  sampleDirect(
    ['hanna', 'anneliese', 'oisin', 'kenji'],
    { daysAgo: 6, hours: 12 },
    `
oisin: Five hand-lettered straits are scanned: 12, 23, 31, 44, 58.
anneliese: They sit well. 31 is a hair too dark.
kenji: It's the river of the five. Let it be dark.
hanna: I wouldn't change a hair.`,
  ),
  sampleDirect(
    ['ines', 'marek', 'ruth'],
    { daysAgo: 8, hours: 6 },
    `
ruth: Audit on the 12th. They want the access list for the shop and for this place.
marek: Ready: 22 people, 2 guests, 1 bot, 1 deactivated. Keys were changed when Colm left.
ines: Thank you. I do sleep well, you know.`,
  ),
  sampleDirect(
    ['priya', 'layla', 'hanna'],
    { daysAgo: 2, hours: 8 },
    `
priya: Cairo asks for the afterword by the 20th.
layla: نعم، أستطيع. Two pages about one word.
hanna: Can I read it before them?
layla: You can read it before me.`,
  ),
  sampleDirect(
    ['hanna'],
    { daysAgo: 1.5, hours: 30 },
    `
hanna: To do: back cover (90!), alt texts 1–10, train, thank the harbour master.
hanna: Title for the small series? *Short Crossings*. *The Narrow Shelf*. *Sixty Pages*.`,
  ),
  sampleDirect(
    ['wren', 'hanna'],
    { daysAgo: 0.3, hours: 2 },
    `
wren: The flood lady has sent chapter 1. It starts with the flood. It's *so good*.
wren: Can I forward it, or shall I write a report first?`,
  ),
];
