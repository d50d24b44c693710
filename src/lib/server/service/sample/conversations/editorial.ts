import { sampleTopic } from './script';

/** Manuscripts, translations, style and audio. */
export const editorialConversations = [
  sampleTopic(
    'editorial',
    'Reading reports, this month',
    { daysAgo: 25, hours: 72 },
    `
wren: Report on *The Cartographer's Kitchen*: warm, overlong, one great chapter (the one with the flood). I'd ask for a revision.
adaeze: What would you ask for, in one sentence?
wren: "Start with the flood."
adaeze: Then write her exactly that, and two kind paragraphs around it.
zsofia: *Eleven Ways to Wait* is ready as it stands. I have changed four commas and put three back.
hanna: I loved it too. Who would do it, though? It's 60 pages.
ines: Number 4 of the small series. If two of you love it and it's 60 pages the risk is a long lunch.
adaeze: Offer goes out on Monday. @pelin please prepare the short form.
wren: The flood lady has answered. She *had* started with the flood, and a teacher told her to move it. She is happy and furious.
wren: For those who can't wait:
\`\`\`spoiler How *The Cartographer's Kitchen* ends
She keeps the map and gives away the kitchen.
\`\`\``,
  ),
  sampleTopic(
    'editorial',
    'A Field Guide to Ordinary Weather: chapter 6',
    { daysAgo: 17, hours: 9 },
    `
hanna: Chapter 6 ("Drizzle") comes in five kinds of drizzle and one kind of editor's despair. Could somebody read it cold?
tomas: I'll read it on the bus. It is drizzling here.
tomas: It's wonderful up to the fourth kind. The fifth is the second in a hat.
hanna: That's what I needed. Cut the hat.
zsofia: *mizzle* is hyphenated in the table and not in the text.
hanna: It's never hyphenated. Thank you.
gabriela: For the translation: Spanish has *llovizna*, *garúa*, *chirimiri*, *orvallo* and *calabobos*, "the fool-soaker". May I have all five kinds back?
hanna: You may have six, if you keep the hat out.`,
  ),
  sampleTopic(
    'editorial',
    'Deadline for Slack Water 20',
    { daysAgo: 8, hours: 7 },
    `
adaeze: Theme of issue 20 is **Borrowed Things**. Pitches by the end of the month, texts eight weeks later.
wren: Does a library essay count, or is it too obvious?
adaeze: Too obvious, unless it's about the one book that came back.
wren: It's about a book that came back after 61 years. With a shopping list in it.
adaeze: Then it is not obvious at all. Go.
layla: I'd like to write about words that Arabic lent and never got back. *Alcohol*, *algebra*, *sofa*.
ines: I'd like to read that. On my sofa.
kenji: Can I pitch six drawings and no words?
adaeze: You can pitch four.`,
  ),
  sampleTopic(
    'editorial',
    'Author queries that nobody answers',
    { daysAgo: 4, hours: 30 },
    `
zsofia: 14 queries to the author of *Eleven Ways to Wait*, sent nine days ago. Silence. Is irony an answer?
adaeze: Call her. She reads mail on Sundays only; it's in chapter 3.
zsofia: Called. She had all answers ready, on paper, numbered. She was *waiting for me to ask*.
hanna: 👏
adaeze: @_zsofia wrote:
\`\`\`quote
She was *waiting for me to ask*.
\`\`\`
That is chapter 3 in one sentence. May we have it for the back cover?
tomas: I need the text by the 20th for the slot after *Night Ferry*. Is that safe?
zsofia: It's safe.`,
  ),
  sampleTopic(
    'editorial',
    'Blurb quotes',
    { daysAgo: 1.2, hours: 12 },
    `
nokuthula: Two quotes for the atlas came in. One says "a triumph", the other one says something.
hanna: Use the other one.
nokuthula: "I looked for the island where I was born and found it on page 140, with its one tree." From the harbour master.
adaeze: On the front. Above the title, if Kenji lets us.
kenji: Kenji lets you.`,
  ),
  sampleTopic(
    'house style',
    'Numbers and units',
    { daysAgo: 28, hours: 2 },
    `
adaeze: Settled: figures from 10 up, words below, except with units. Thin space between figure and unit: \`10 km\`, \`250 °C\`, \`3 %\`.
adaeze: Ranges take an en rule without spaces: 40–64. *From 40 to 64*, never *from 40–64*.
kenji: On maps the unit may be left out if the legend has it. Only there.`,
  ),
  sampleTopic(
    'house style',
    'Quotation marks by language',
    { daysAgo: 14, hours: 3 },
    `
adaeze: English 'single', then "double". German „so“, Spanish and Arabic «so», French « so » with thin spaces.
adaeze: The mark follows the language of the **book**, not of the quotation.
kenji: Japanese 「so」. We have one case. It is on a sign in a photograph, leave it alone.`,
  ),
  sampleTopic(
    'house style',
    'Island names',
    { daysAgo: 10, hours: 1 },
    `
adaeze: As its people write it, in their letters, then ours. Index by the specific part. Decided for the atlas and kept from then on.`,
  ),
  sampleTopic(
    'rights and translations',
    'The Night Ferry: Arabic edition',
    { daysAgo: 20, hours: 20 },
    `
priya: The Cairo house confirms 2,000 copies, 8 %, with Layla as translator. Signed by them, at last.
layla: Chapters 1–9 are done. The ferry's name is the hard part: *Patience* is a virtue in English and a card game too.
hanna: The author wants both meanings and knows that she can't have them. She says, take the cards.
layla: I'd have taken the virtue. Let me think about a word that does the work of both.
layla: «صبر» is patience, and also the cactus that grows where nobody waters it. Not cards, but it has thorns.
hanna *hanna: I read this to her on the phone. There was a long silence and then: "It's better than mine."
priya: Please keep this for the afterword!`,
  ),
  sampleTopic(
    'rights and translations',
    'Offer for the atlas: Japan',
    { daysAgo: 10, hours: 26 },
    `
priya: Offer from Osaka: 3,500 copies, co-printed with ours, right-to-left binding **not** needed, but they want map 58 redrawn.
kenji: They want Ao-no-ko bigger. So does my uncle.
anneliese: If it's co-printed all languages share the blue, magenta and yellow plates. Only black may change. Map 58 can grow for all or for nobody.
hanna: Then for all. It is the smallest on its page anyway.
priya: Their deadline for the text is week 40. @pelin can we sign by Friday?
pelin: If they accept our clause on unsold stock. They didn't last time.
priya: They will. They asked about the goat.`,
  ),
  sampleTopic(
    'rights and translations',
    'Weather in Spanish',
    { daysAgo: 3, hours: 15 },
    `
gabriela: The first 80 pages of *Guía del tiempo corriente* are in the folder. «Corriente» is ordinary and also a current. I didn't even have to try.
hanna: You are showing off and I love it.
priya: Madrid asks if it may print in two colours instead of four. I said I'd ask those who'd be hurt.
sofie: The cloud tables work in two. The frost plates do not.
gabriela: Then they may print a book of clouds and leave us the frost.`,
  ),
  sampleTopic(
    'الترجمة العربية',
    'اسم العبّارة',
    { daysAgo: 19, hours: 6 },
    `
layla: اقترحتُ «صبر» اسمًا للعبّارة. هل نضع حاشية تشرح المعنيين أم نترك القارئ يكتشف؟
hanna: I read it with the dictionary and my finger. No footnote, I think: the translator's afterword is the place.
layla: اتفقنا. بلا حواشٍ، وكلمة أخيرة من المترجمة في صفحتين.
priya: Two pages are fine for Cairo. شكرًا!`,
  ),
  sampleTopic(
    'الترجمة العربية',
    'الفصل العاشر',
    { daysAgo: 2.5, hours: 9 },
    `
layla: الفصل العاشر مليء بأصوات السفينة: صرير، أزيز، خرير. العربية غنيّة هنا، وأخشى أن أبالغ.
hanna: Overdo it. The English ran out of creaks on page 3.
layla: حسنًا، سأرسل المسودّة يوم الخميس.`,
  ),
  sampleTopic(
    'e-books and audio 🎧',
    'Narrator for Ordinary Weather',
    { daysAgo: 14, hours: 26 },
    `
sid: Three voices to choose from: a radio forecaster (retired), an actor, and the author herself.
hanna: The forecaster. Obviously the forecaster.
sid: He asked if he may say "occasionally good" in the right place.
zsofia: He may say it in every place.
aleksi: What length are we at? The shops want it in parts below 8 hours.
sid: 6 h 40 min with the tables, 5 h 10 min without them. I'd leave out the tables and link to a PDF.
hanna: Leave them out, and let him read *one*. The Beaufort scale, slowly.`,
  ),
  sampleTopic(
    'e-books and audio 🎧',
    'EPUB check fails on poems',
    { daysAgo: 6, hours: 5 },
    `
aleksi: *Salt Calendar* fails the check: 48 errors, all the same. Our poem lines are \`<p>\` in \`<p>\`.
aleksi: \`\`\`html
<p class="stanza"><p class="line">The kettle waits.</p></p>
\`\`\`
zsofia: Even the markup can't stop indenting.
aleksi: Changed to \`div\` and \`span\`. 0 errors. Reading aloud now pauses after each line, too.
sid: That is the part I came for.`,
  ),
  sampleTopic(
    'e-books and audio 🎧',
    'Alt text for 64 maps',
    { daysAgo: 1.8, hours: 10 },
    `
aleksi: The new accessibility rule needs a text for each map in the e-book. 64 maps. "Map" won't do.
hanna: I'll write them from the captions. A sentence on shape, one on what is there, no sermon.
aleksi: By when? The file is due two weeks after print.
hanna: Ten a day, so a week from Monday. I've begun a draft.
tomas: I can take the Pacific ones. I like describing things that I can't have.`,
  ),
];
