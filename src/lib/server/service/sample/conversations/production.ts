import { sampleTopic } from './script';

/** Printers, paper, proofs, covers. */
export const productionConversations = [
  sampleTopic(
    'production',
    'Paper prices, second half of the year',
    { daysAgo: 26, hours: 8 },
    `
kaarel: The mill has sent the new list: 115 g uncoated is up 6 %, 90 g stays. Orders before the end of the month keep the old price.
tomas: We need 9.2 t of the 115 for the atlas and nothing else this year. Can the warehouse take it six weeks early?
kaarel: It can, if *Bread Without Hurry* moves out. 1,400 copies are waiting for a lorry to Antwerp.
ruth: Storing costs 210, the rise would cost 1,650. Order it. I'll put the transfer through today.
kaarel: Ordered. Delivery on the 3rd, in the morning, two lorries.
tomas *tomas: For the notes: **9.2 t, 115 g, old price, confirmed by the mill.**`,
  ),
  sampleTopic(
    'production',
    'Bread Without Hurry: reprint?',
    { daysAgo: 21, hours: 28 },
    `
etienne: Montréal has sold through its 600 and the chain wants 900 more before the holidays.
tomas: Stock is 1,400, of which 900 are promised to Antwerp. A reprint of 3,000 takes five weeks.
ruth: What is the smallest run at which we don't lose money on it?
kaarel: 1,800 at today's paper. At 3,000 a copy is 0.61 cheaper, and $$3000 \\times 0.61 = 1830$$ pays for the lorry.
hanna: If we reprint: the rye chapter has the wrong oven temperature. 250 °C, not 350. One reader's kitchen has not forgiven us.
ines: Reprint 3,000 with the corrected page and a note on the website. And somebody send that reader a pie dish.
wren: On it. The dish, I mean.
tomas: Reprint is booked: plates on the 8th, stock on the 30th.
kaarel: @etienne your 900 leave here on the 31st, and reach you about the 19th after.`,
  ),
  sampleTopic(
    'production',
    'Colour of the atlas: ink tests',
    { daysAgo: 16, hours: 7 },
    `
sofie: Ink tests from Tallinn are on my desk. Left to right: the file, Pantone 3035, the mix. None of them is the sea.
anneliese: The mix is nearest, but it dies under lamplight. Could it take 4 % less black?
kaarel: It can. The press minder says: "Artists." Then he smiled, for an Estonian.
sofie: One more test with 4 % less, and one with 6 %. On the real paper, please, not on the coated sheet.
kaarel: Real paper, Wednesday. Photos first, sheets by courier.
tomas: The budget knows two rounds of tests. This is round three. I say nothing, I only count.`,
  ),
  sampleTopic(
    'production',
    'Schedule to the end of the year',
    { daysAgo: 11, hours: 4 },
    `
tomas *hanna: | Title | Last proof | Plates | Stock |
| --- | --- | --- | --- |
| Bread Without Hurry (2nd) | done | 8th | 30th |
| The Atlas of Small Islands | week 41 | week 42 | week 46 |
| Slack Water 19 | week 43 | week 43 | week 45 |
| The Night Ferry (paperback) | week 45 | week 46 | week 49 |
| Salt Calendar | week 46 | week 47 | week 50 |
adaeze: *Salt Calendar* in week 50 is too late for a calendar.
tomas: It's poems with dates in it, but I take the point. I could swap it with *The Night Ferry*.
hanna: Please do. Nobody gives a paperback about a ferry for Christmas.
priya: Somebody will.
kaarel: For my job tickets: the atlas is TT-112, the ferry is TT-87.
tomas: Swapped. The table above is now wrong and I'm leaving it there as a monument; the plan in the folder is right.`,
  ),
  sampleTopic(
    'production',
    'Lorry stuck at the border',
    { daysAgo: 7, hours: 6 },
    `
kaarel: The Antwerp lorry has been standing at the border since 04:00. A form is missing: the commodity code of the pie dishes.
marek: Which pie dishes?
wren: The reader's one was so nice that the shop ordered 40 for the launch. I should have told you, sorry!
marek: 6911 10 00, tableware of porcelain. If they are stoneware it is 6912. Which is it?
wren: It says "stoneware" on the bottom. I just broke one to make sure. (I didn't. I turned it around.)
marek: 6912 00 23 then. Form is sent to the forwarder, copy to you, Kaarel.
kaarel: Moving again. 40 dishes, 900 books, one tired driver.`,
  ),
  sampleTopic(
    'production',
    'Binding sample: does it lie flat?',
    { daysAgo: 3, hours: 9 },
    `
kaarel: Binding samples are here. Sewn with a hollow back lies flat from page 20 on. Glued does not, at any page.
sofie: Sewn, then. The maps run over the fold.
ruth: Difference per copy?
kaarel: 0.38.
ruth: On 6,000 that is 2,280. I had 2,500 in the plan for exactly this fight. Sewn.
tomas: Ruth, has anyone told you lately that you are the romantic of this house?
ruth: Please don't spread that.`,
  ),
  sampleTopic(
    'production',
    'Slack Water 19: late essay',
    { daysAgo: 0.9, hours: 12 },
    `
adaeze: The essay on fog signals is 900 words over and four days late, and the best thing in the issue.
tomas: 900 words are three pages. The issue has 96, in sections of 16. Three more pages are sixteen more pages.
sofie: I can win one page if the photographs go from five to four, and half a page by letting the notes run in two columns.
hanna: I can cut 400 without hurting it. I've asked the author, she said "cut 500 and don't show me".
adaeze: Then it fits. Thank you. Final text tonight.
galley: *Slack Water 19*: section 4 is unlocked until 22:00 UTC.`,
  ),
  sampleTopic(
    'covers and art',
    'The Night Ferry, paperback',
    { daysAgo: 24, hours: 27 },
    `
sofie: Three covers for the paperback: **1** the window, **2** the timetable, **3** the wake.
nokuthula: 2. I'd pick it up before I knew what it was.
etienne: In Québec timetables say "school". 3 for me.
ines: 3 is beautiful and looks like every other book this year. 2.
hanna: The author loves 1. She would. She wrote the window.
kenji: What if the timetable is *seen through* the window? Reflected letters, the night behind.
sofie: Give me two days.
sofie: Here it is. I think this is the one. The departures are real, I checked them with a 1978 copy.
hanna *tomas: She cried, in the good way. It's the one.
tomas: Spot varnish on the reflected letters costs 0.04. I'm simply telling you that it exists.
kenji: 👀 Yes.`,
  ),
  sampleTopic(
    'covers and art',
    'Salt Calendar: twelve small pictures',
    { daysAgo: 13, hours: 10 },
    `
oisin: January to April are inked. May refuses.
kenji: What does May want to be?
oisin: It wants to be a boat. But March is a boat.
zsofia: The May poem has no boat. It has a kettle, a queue and a dead wasp.
oisin: The wasp! Thank you. I never read them in the right order.
sofie: Line weight of 0.4 pt, please. 0.25 vanished in the ink test.`,
  ),
  sampleTopic(
    'covers and art',
    'Photographs for Slack Water 19',
    { daysAgo: 5, hours: 8 },
    `
sofie: Farid has sent 41 pictures of fog horns. I need four. Or he needs a book.
kenji: He needs a book. Not this year.
hanna: 07, 12, 30 and 38? They go from far to near, as the essay does.
sofie: 12 is too soft for the paper. 13 is nearly the same and sharp.
hanna: 13 then.`,
  ),
  sampleTopic(
    'proof corrections',
    'Atlas, proof 1',
    { daysAgo: 23, hours: 50 },
    `
zsofia: p. 14, line 9: *archipelago's* → *archipelagos*
zsofia: p. 31, caption: full stop missing
zsofia: p. 77: "the only inhabited uninhabited island": I would love to keep it. Query to author.
hanna: p. 77: keep. She means it.
beatrix: p. 102: running head says "Atlantic", page is Pacific.
wren: p. 160–163: page numbers run 160, 161, 163, 162.
tomas: All set but p. 77. The page numbers were mine.
galley: Proof 1: 212 corrections, 181 set, 31 open.
sofie: 28 of the 31 are the same hyphen.`,
  ),
  sampleTopic(
    'proof corrections',
    'Atlas, proof 2',
    { daysAgo: 1.4, hours: 22 },
    `
zsofia: p. 8: imprint still says 1st edition *2023*.
zsofia: p. 41: thin space before km² is a full space, eleven times on this page.
hanna: p. 188: "lighthouse keepr's goat". Of all the places.
anneliese: Map 12 mirrored (see atlas channel). Map 40: scale bar is in miles, legend says km.
zsofia: p. 96: widow. One word, and the word is "alone". I'm tempted to leave it.
tomas: Leave it.`,
  ),
  sampleTopic(
    'proof corrections',
    'Bread, 2nd printing',
    { daysAgo: 18, hours: 5 },
    `
hanna: p. 118: 350 °C → **250 °C**
hanna: p. 119, step 4: "until black" → "until dark brown". Same accident.
sofie: Both set, new PDF is up. Nothing else has moved, I compared the pages.
tomas: Approved for plates.`,
  ),
];
