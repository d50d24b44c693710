import { sampleTopic } from './script';

const atlas = 'The Atlas of Small Islands: maps, captions, index';

/** The autumn atlas, the house's largest book. */
export const atlasConversations = [
  sampleTopic(
    atlas,
    'Caption length, plates 40–64',
    { daysAgo: 19, hours: 6 },
    `
anneliese: The plates from 40 on have a 9 mm caption strip. That is two lines at 7.5 pt, about **150 characters** with spaces. Several captions are at 230.
hanna *tomas: I wrote most of those. I'll cut them, but island 47 needs its sentence about the lighthouse keeper's goat. It is the best sentence in the book.
oisin: Seconded. I drew the goat.
anneliese: The goat may have three lines if the scale bar moves to the left edge. I'll try it tonight.
hanna: @anneliese you are a kind person.
zsofia: While you're in there: captions use both *sq km* and *km²*. House style is **km²**, and a thin space before it.
hanna: Noted. List of the long ones, so that I can tick them off:

- [x] 41 Skerryvane
- [x] 44 Little Marl
- [ ] 47 Isla Cernícalo (goat)
- [ ] 52 Hundholmen
- [ ] 58 Ao-no-ko
- [ ] 63 Pulau Tiga Batu
tomas: If all are in by Friday the plates can go to Kaarel with the first section. If not they go with the third, and nobody has to run.`,
  ),
  sampleTopic(
    atlas,
    'Index: where do names with articles go?',
    { daysAgo: 15, hours: 9 },
    `
beatrix: Good morning. Before I get to letter I: are *Isla*, *Île* and *Pulau* part of the name for sorting? As it stands 31 of 112 entries would sit under I.
hanna: Sort by the specific part, print in full: **Cernícalo, Isla**. With a line in the headnote.
zsofia: Agreed, and the same for *The*. But not for *Little Marl*, which is a name and not a description.
beatrix: Understood. And «Saint»? St, Sankt, São and Svatý are all in the manuscript.
hanna: As spelled, letter by letter, with a cross-reference from Saint. I can hear readers look for it there.
beatrix *hanna: Then the index will be 1,940 entries, give or take. I can deliver on the 14th, provided that the page numbers of plates 40–64 no longer move.
tomas: They stop moving when the captions are in. @hanna, no pressure.
hanna: 🐐`,
  ),
  sampleTopic(
    atlas,
    'Map 23: disputed spelling',
    { daysAgo: 12, hours: 5 },
    `
anneliese: Map 23 has the strait in two languages. The hydrographic office uses one order, the people who live there use the other.
adaeze: House rule: the people who live there first, the office's in brackets at first mention, and both in the index.
anneliese: Then the label needs 14 mm more. It will cross the depth contour, which I would rather not.
oisin: Could the label bend along the coast? I can letter it by hand, like the title page.
anneliese: Yes, if you keep the x-height at 1.6 mm. Below that it fills in on this paper.
oisin: Sketch by tomorrow noon.
kenji: Please send me the sketch too. Hand lettering in one map of 64 looks like an accident, in five it looks like an idea.
oisin *hanna: Then it shall be five.`,
  ),
  sampleTopic(
    atlas,
    'Missing sources for depths',
    { daysAgo: 9, hours: 30 },
    `
wren: I'm at the fact check of the depth table. Seven figures have no source. Who has the surveys?
anneliese: Three are mine, from the 2019 sheets. Page numbers are in the layer called \`notes-do-not-print\`.
wren: Found them, thank you. The other four: Hundholmen (41 m), Ao-no-ko (118 m), the Teeth (9 m), Vesterfall (260 m).
hanna: Vesterfall is from the lighthouse log that I photographed in March. I'll send you the picture, page 88.
kenji: Ao-no-ko: my uncle fishes there. He says 120. He has said 120 for forty years.
wren: I'm not sure how to cite an uncle.
zsofia: *Personal communication.* It is an honourable category.
wren: That leaves the Teeth. Nine metres seems brave for something called the Teeth.
anneliese: It is the channel between them. I'll mark it so.
hanna: Good catch, all. @wren please close this when the table is clean.`,
  ),
  sampleTopic(
    atlas,
    'Endpapers',
    { daysAgo: 6, hours: 20 },
    `
kenji: Two proposals for the endpapers: **A** all 112 outlines at one scale, in rows, like pressed leaves. **B** the currents between them, no names at all.
oisin: A. People will look for the smallest one. It's a game.
hanna: A at the front, B at the back? One asks, the other answers.
kenji: The binder charges for two designs only if the paper differs. So yes, we can.
tomas: Same paper, same ink: 0.00 € more. I like these emails.
anneliese: For A I'd like to keep the orientation north-up for all. Turning them for a neater grid would hurt.
kenji: North-up. Promise.`,
  ),
  sampleTopic(
    atlas,
    'Second proofs are in',
    { daysAgo: 2, hours: 26 },
    `
galley: **Proof 2** of *The Atlas of Small Islands* has arrived: 288 pages, 64 maps, 31 open corrections from proof 1.
tomas: Paper copies for Hanna, Zsófia and Anneliese left Montevideo yesterday, which I know is absurd. PDF is in the usual folder.
zsofia: I'm reading pages 1–96 today and tomorrow.
anneliese: I take all maps. The blue is better, but it is still not the blue of the cover.
hanna: I take 97–288, minus the maps. Corrections go to #[proof corrections], one topic, please, not to my inbox. Captions stay in #[The Atlas of Small Islands: maps, captions, index>Caption length, plates 40–64].
wren: Depth table is clean, by the way: 112 rows, 112 sources, one uncle.
anneliese: Map 12 is printed mirrored. North is fine, so I did not see it at first. East has left the building.

<file:map-12-v2.png>
<file:map-12-v3.png>
tomas: That is a page I'm glad to see now and not in October. @kaarel please hold section 2.
kaarel: Holding. Tell me by Thursday, then I lose no press time.`,
  ),
  sampleTopic(
    atlas,
    'Who writes the back cover?',
    { daysAgo: 1, hours: 10 },
    `
adaeze: We have 90 words on the back and four people who think that they are writing them.
hanna: I have a draft, it is at 140. I keep losing the goat to make room for the prize.
oisin: Lose the prize.
adaeze: @hanna could you post it here by tomorrow, long as it is? We'll cut it together.
hanna: Yes. Nearly there.`,
  ),
];
