const list = (text: string): readonly string[] => text.split('|').map((word) => word.trim());

/**
 * Words without characters that HTML or Markdown would interpret: the large sample renders them
 * unchanged.
 */
export const firstNames = list(
  'Amara|Bence|Chiara|Daniyar|Elif|Finnian|Gaëlle|Hana|Ikaika|Jovana|Kwabena|Linnea|Mateus|Nayeli|Oluwaseun|Paavo|Qamar|Rangi|Saoirse|Tadashi|Ulrike|Vasilisa|Wiremu|Ximena|Yusuf|Zofia|Aditi|Bram|Cosmin|Dilnoza|Esperança|Folake|Goran|Hyejin|Ilse|Jarek|Kalea|Lorcan|Mbali|Noor|Øyvind|Pilar|Rasa|Sindre|Thandiwe|Uma|Viggo|Wanjiru|نور|太郎|Yael|Zdeněk',
);

export const surnames = list(
  'Aalto|Baptiste|Cienfuegos|Dragomir|Eze|Fairweather|Grønvold|Hakimi|Ibáñez|Jankowska|Kahananui|Lefèvre|Mutasa|Nakagawa|Ó Súilleabháin|Petrosyan|Quispe|Rautavaara|Sandoval|Tshabalala|Underhill|Vukašinović|Whitlock|Xaba|Yıldırım|Zahradník|Abernathy-Okonkwo|Brandsma|Castellanos|Dhillon|Esposito|Fjeldstad|Goldwater|Hussain|Iwasaki|Jurić|Kovalenko|Lindgren|Marchetti|Nwosu',
);

export const sampleTimeZones = list(
  'Europe/Lisbon|Africa/Lagos|Asia/Tokyo|America/Toronto|Europe/Warsaw|Pacific/Auckland|Asia/Kolkata|America/Montevideo|Africa/Cairo|Europe/Helsinki||America/Los_Angeles',
);

export const sampleThings = list(
  'atlas plates|back orders|binding|captions|catalogue|cover notes|display stands|endpapers|essays|fair planning|field guides|fonts|freight|glossary|headlines|indexing|ink tests|jackets|kerning|layout|letters|maps|margins|newsletters|offprints|page proofs|paper stock|permissions|postcards|press dates|queries|readings|recipes|reprints|reviews|schedules|slipcases|subsidies|translations|weather notes',
);

export const samplePlaces = list(
  'Lisbon|Leith|Tallinn|Halifax|Nelson|Cairo|Osaka|Montevideo|Chennai|Gdynia|Bergen|Split|Durban|Oaxaca|Tórshavn|Izmir|Trieste|Hobart|Galway|Visby|Nantes|Valparaíso|Lagos|Turku|Busan',
);

export const sampleSentences = list(
  'The second batch arrived this morning and looks better than the first.|Could somebody compare it with the sheet of last week?|I have marked three places where the line breaks too early.|The printer asks for a decision by Thursday.|We agreed on the wider margin, so the notes fit.|Please keep the old file until the new one is approved.|That changes the count by two pages, no more.|The shop would like forty copies before the holiday.|I would rather wait a day than print it twice.|The courier has been told, the address was wrong.|All corrections are in but one, and that one is a matter of taste.|Nobody has heard from the mill since Monday.|It reads well aloud, which settles it for me.|The table on the left is the one that counts.|Both versions are in the folder with today in their names.|Thank you for catching that before anyone else did.|The bill matches the offer to the cent.|I will be at the warehouse until noon and can look myself.|There is a spare plate if this one is scratched.|We should say so on the website as well.|The author is happy, the typesetter is not.|Let us try it at the smaller size first.|It was the same last year and solved itself in a week.|The photographs are sharper than the paper deserves.',
);
