import { sampleTopic } from './script';

/** What concerns everyone: news, shop, events, tea. */
export const generalConversations = [
  sampleTopic(
    'general',
    'Welcome, Beatrix and Farid',
    { daysAgo: 27, hours: 5 },
    `
ines: Two new names in #[freelancers]: Beatrix, who makes indexes that read like novels, and Farid, who photographs things that make noise. They see that channel and what they are invited to.
adaeze: Welcome both! 🎉
tomas: Beatrix once found a ghost in our own catalogue. A book that we never made had three cross-references.
wren: I want to know more about the ghost book.
ines: It had good reviews.`,
  ),
  sampleTopic(
    'general',
    'New desk in Lisbon',
    { daysAgo: 18, hours: 9 },
    `
ines: The joiner has delivered the long table. It seats nine, or four with proofs on it.
marek: Network sockets are under the window side, two per seat. The third seat from the door wobbles, electrically.
ruth: The bill is 140 under the plan. I'm going to frame it.
nokuthula: Can I book it for the bookshop people on the 22nd?
ines: It's yours from two o'clock. There will be cake, there's an oven now.`,
  ),
  sampleTopic(
    'general',
    'Time zones, again',
    { daysAgo: 9, hours: 20 },
    `
mele: The Monday call is at 05:00 on my side since the clocks changed. I love you all, but I love you later.
marek: 20:00 UTC on Sundays would be 09:00 on Monday for Mele, and a Sunday for the rest of us.
adaeze: Let's split it: odd weeks as now, even weeks at 21:00 UTC on Mondays. Whoever sleeps gets the notes.
mele: Tuesday morning for me. Perfect, and generous.
kenji: 06:00 for me. I'm awake then anyway, the cat sees to it.
etienne: Works from Toronto.
marek: It's in the calendar. The first late one is at <time:+6d 21:00>, by everybody's own clock.`,
  ),
  sampleTopic(
    'general',
    'Out of office',
    { daysAgo: 5, hours: 60 },
    `
oisin: Offline Thursday and Friday: a boat, an island, no signal, a sketchbook.
gabriela: I'm at a conference until Wednesday. Urgent things: by phone, please, not here.
ruth: Year-end audit on the 12th and 13th. I'll answer in the evenings, shortly.
layla: إجازة يوم الأحد القادم. I'm away on Sunday.
hanna: I'm here all the time. I have captions.`,
  ),
  sampleTopic(
    'general',
    'Printer in Lisbon says "PC LOAD LETTER"',
    { daysAgo: 2.2, hours: 4 },
    `
wren: Visiting Lisbon. The printer says PC LOAD LETTER. I thought that was a joke from before I was born.
marek: It wants paper of a size that nobody here has owned since 1996. Hold "Continue" for five seconds.
wren: It has continued. Thank you.`,
  ),
  sampleTopic(
    'general',
    'Lunch on the 22nd?',
    { daysAgo: 0.6, hours: 5 },
    `
ines: The bookshop people come at two. If we have lunch at one there's room at the long table for seven. Who's in town?
nokuthula: Me, of course.
wren: Me! Still here.
oisin: I could be, if the boat is.
ines: @hanna @tomas you are both "maybe" since last week, and the cake has to know.`,
  ),
  sampleTopic(
    'announcements',
    'Autumn list is final',
    { daysAgo: 22, hours: 1 },
    `
ines: @**all** The autumn list is final: **The Atlas of Small Islands**, **Slack Water 19**, **The Night Ferry** in paperback, **Salt Calendar**. *Eleven Ways to Wait* opens the spring. Thank you, all of you. This is the best list that we have had.`,
  ),
  sampleTopic(
    'announcements',
    'Holiday calendar',
    { daysAgo: 12, hours: 1 },
    `
ruth: Please enter your leave until the end of January by the 15th. Unused days move over once, not twice.`,
  ),
  sampleTopic(
    'announcements',
    'Security: turn on two-step sign-in',
    { daysAgo: 4, hours: 1 },
    `
marek: The shop and the print portal want two-step sign-in from the 1st on. I've put a page with pictures on the shared drive. It takes four minutes; I timed Ines.
ines: Three and a half.`,
  ),
  sampleTopic(
    'publicity and sales',
    'Monday numbers',
    { daysAgo: 20, hours: 5 },
    `
etienne: Canada: 412 copies, of which *Bread* 260. A single shop in Halifax took 48. They bake.
mele: NZ and AU: 198. *Ordinary Weather* does well where there is some.
nokuthula: Southern Africa: 171, plus 60 for the schools programme.
ruth: Europe: 1,120, returns 64. That makes 1,837 net, against 1,500 planned.
ines: Tell the bakers.`,
  ),
  sampleTopic(
    'publicity and sales',
    'Monday numbers, week 2',
    { daysAgo: 13, hours: 5 },
    `
ruth: 1,642 net, returns 81. *Night Ferry* hardback is down to 200 copies, so please no new promises.
etienne: 388 from here. Halifax again: 30.
mele: 154, but with 300 pre-orders for the atlas. A chart shop in Nelson wants it in the window.
nokuthula: 139. Rain.`,
  ),
  sampleTopic(
    'publicity and sales',
    'Monday numbers, week 3',
    { daysAgo: 6, hours: 5 },
    `
ruth: 1,705 net, returns 40, the lowest this year.
etienne: 401. They've asked me for a signed copy "by the oven".
mele: 167, pre-orders for the atlas now at 480.
nokuthula: 188. The radio piece helps.
wren: Atlas pre-orders over all: **2,310**. Print run is 6,000. Are we brave or careful?
ines: We're 6,000. Ask me again at 4,000.`,
  ),
  sampleTopic(
    'publicity and sales',
    'Radio: the fog horn hour',
    { daysAgo: 11, hours: 7 },
    `
nokuthula: The evening programme wants Farid's recordings and somebody who can talk for an hour about fog. Live, on the 18th.
adaeze: The essayist, if her cold allows. Otherwise Hanna, who can talk for an hour about anything with a goat in it.
hanna: There are no goats in fog. That you know of.
nokuthula: Booked: essayist first, Hanna in reserve. Travel is paid by the station.
hanna: I'll keep the evening free.`,
  ),
  sampleTopic(
    'publicity and sales',
    'Review copies of the atlas',
    { daysAgo: 2, hours: 8 },
    `
nokuthula: I have 80 review copies for about 140 askers. Rule: those who wrote about maps, then those who wrote about us, then shops.
etienne: Four for Canada are enough, if one is for Halifax.
mele: Two for me and one for the chart shop.
nokuthula: And the harbour master gets the first.`,
  ),
  sampleTopic(
    'website',
    'Shop: postage for heavy books',
    { daysAgo: 15, hours: 8 },
    `
aleksi: The atlas weighs 2.1 kg. The shop's postage table ends at 2 kg and then says "0.00". I'd rather not find out in November.
marek: We send about a third by post. At 0.00 that would be some 14,000.
ruth: Please fix that before I've finished reading this sentence.
aleksi: Fixed: 2–5 kg has a price for all 41 countries. And an order without a postage price is refused now, instead of being free.
ruth: I've finished reading the sentence. Thank you.`,
  ),
  sampleTopic(
    'website',
    'Newsletter sign-up form is broken on phones',
    { daysAgo: 8, hours: 6 },
    `
nokuthula: On my phone the button of the newsletter form is under the cookie bar. I've lost 20 % of sign-ups since the 1st, I think.
aleksi: Seen. The bar is 12 px taller since the new text. I'll move the form's button and cut the bar.
sofie: Could the bar go altogether? We only set the one cookie that needs no asking.
marek: Then yes. The law and good taste agree for once.
aleksi: Bar is gone. Sign-ups since: 31 in two hours.
nokuthula: 🥳`,
  ),
  sampleTopic(
    'website',
    'Nightly build',
    { daysAgo: 3.5, hours: 60 },
    `
galley: Catalogue build **passed** in 3 min 12 s. 214 titles, 0 broken links.
galley: Catalogue build **failed**: the picture \`night-ferry-pb.tif\` is 412 MB.
sofie: Mine. It was the print file. A small one is up.
galley: Catalogue build **passed** in 3 min 09 s. 215 titles, 0 broken links.
aleksi: I've added a limit of 20 MB with a message that says so at upload and not at midnight.`,
  ),
  sampleTopic(
    'bookshop events',
    'Launch of the atlas',
    { daysAgo: 16, hours: 30 },
    `
nokuthula: Proposal: launch at the chandlery by the harbour, week 47, with soup. They have room for 90 and a brass band that owes them money.
ines: Yes to the soup, yes to the chandlery. The band is your decision.
oisin: I can draw islands for people. "Tell me what you'd want on it": five minutes each.
hanna: That will be the longest queue of the evening, and the best.
etienne: Could we do the same in Halifax in spring? The bakers are ready.
mele: And in Nelson, in the window.
farid: I could bring a fog horn. A small one.
nokuthula: How small?
farid: It fits in a van.`,
  ),
  sampleTopic(
    'bookshop events',
    'Reading in the rain: what we learned',
    { daysAgo: 7, hours: 4 },
    `
nokuthula: 34 came, 30 bought, 1 umbrella was left (green). The microphone dislikes mist.
hanna: The author read the drizzle chapter *in* drizzle. I'm told it was planned.
nokuthula: For next time: towels, a lamp for the page, a roof for the card reader.`,
  ),
  sampleTopic(
    'open shelf',
    'What are you reading?',
    { daysAgo: 24, hours: 90 },
    `
wren: A history of the pencil. It has a sad middle.
hanna: Letters between two beekeepers, 1911–1938. They never meet.
kenji: Railway timetables, for work. Not only for work.
layla: رواية عن مكتبة تغرق ببطء. A novel about a library that sinks, slowly. Nobody hurries.
tomas: A cookbook, cover to cover, as one should. The murderer is the salt.
anneliese: A book on hedges. I have opinions now.
gabriela: The pencil one! I cried at the graphite mine.
mele: Something with dragons, and I won't be shamed.
wren: Nobody is shamed here. Which dragons?`,
  ),
  sampleTopic(
    'open shelf',
    'Books that are better on paper',
    { daysAgo: 10, hours: 24 },
    `
tomas: Atlases. (I'm not neutral.)
anneliese: Bird guides. You can't find an owl by scrolling.
hanna: Anything that you intend to lend.
ines: Poems, so that the page can be mostly empty.
mele: Recipes, for the stains.`,
  ),
  sampleTopic(
    'kettle',
    '',
    { daysAgo: 21, hours: 200 },
    `
wren: First frost here. The dog has refused the garden.
kaarel: −6 in Tallinn. The dog has *demanded* the garden.
mele: 24 and sunny. I'll be quiet. :kettle:
sofie: I have found the good mugs. They were behind the bad mugs.
hanna: Picture of the goat, since there was popular demand. It's a lighthouse keeper's descendant. <file:goat.png>
oisin: That is my goat! I mean, that's precisely how I drew it. 🐐
aleksi: The coffee machine in Lisbon shows the error "empty beans". I've never felt so understood.
ruth: There are beans in the third drawer. I've said it before and I'll say it on my last day.
kenji: The cat sat on the space bar. If something was sent, it was the cat.
zsofia: It's raining upwards. Ordinary weather, apparently.
sid: I recorded the kettle for the audiobook. If you hear a click in chapter 2, that's the lid.
nokuthula: Who left a green umbrella? It has been to three events now.
gabriela: Mine! No, mine is blue. Sorry, umbrella.
wren: The dog has accepted the garden.`,
  ),
  sampleTopic(
    'stand-up notes',
    '',
    { daysAgo: 6.2, hours: 30 },
    `
aleksi: Yesterday: EPUB check. Today: postage test orders. In the way: nothing.
tomas: Yesterday: schedule. Today: section 1 to Kaarel. In the way: captions 🙂
hanna: Yesterday: captions. Today: captions. In the way: a goat.
sofie: Yesterday: ferry varnish. Today: fog photographs. In the way: the mist on 12.
zsofia: Yesterday: *Eleven Ways*. Today: the atlas, 1–40. In the way: silence of an author.
wren: Yesterday: depth table. Today: depth table. In the way: an uncle.`,
  ),
  sampleTopic(
    'stand-up notes',
    '',
    { daysAgo: 1.1, hours: 20 },
    `
kaarel: Yesterday: binding. Today: holding section 2. In the way: map 12.
anneliese: Yesterday: maps. Today: turning map 12 around. In the way: my pride.
hanna: Yesterday: proof 2, pages 97–180. Today: the rest, and 90 words for the back cover. In the way: 50 words too many.
tomas: Yesterday: Slack Water. Today: Pacific alt texts. In the way: nothing, for once.
marek: Yesterday: audit papers. Today: backup drill at 14:00 UTC, the shared drive is read-only for ten minutes.
sid: Yesterday: the Beaufort scale. Today: again, slower.`,
  ),
  sampleTopic(
    'stand-up notes',
    'Backup drill',
    { daysAgo: 0.5, hours: 3 },
    `
marek: Drill done: 214 GB restored in 38 minutes, checked against the list of sums. Two files differ, both are locks.
\`\`\`sh
sha256sum --check sums.txt | grep -v OK
# atlas/map-12.lock: FAILED
# slack-water/19.lock: FAILED
\`\`\`
ruth: So we could lose the building and not the books.
marek: We would lose the good mugs.`,
  ),
  sampleTopic(
    'autumn fair',
    'Stand and furniture',
    { daysAgo: 29, hours: 9 },
    `
colm: Stand is 12 m², corner, hall 4. Two tables, one lamp that nobody switches off.
priya: I've 31 meetings and eleven chairs' worth of patience.
nokuthula: Posters are rolled and labelled. The blue tube is the atlas teaser.
colm: Lorry leaves on Tuesday at six. That's my last one, be nice to the tape.`,
  ),
  sampleTopic(
    'autumn fair',
    'After the fair',
    { daysAgo: 28.5, hours: 6 },
    `
priya: 31 meetings, 9 real offers, 2 that I'd bet on: Cairo and Osaka.
ines: Thank you. And thank you, Colm, for eleven fairs. The channel can be archived, the cake is in the kitchen.
colm: It was a pleasure. Mostly the tape.`,
  ),
];
