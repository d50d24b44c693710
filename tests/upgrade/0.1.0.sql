-- Pairs of neighboring characters that the index of words doesn't find: in scripts without spaces
-- between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese), and at apostrophes ("don't" consists of
-- two stop words). A text can only contain another one, in any case, if it has all of its pairs.
CREATE FUNCTION letter_pairs("text" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\u31ff\u32d0-\u3357\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U000116d0-\U000116ff\U00016fe0-\U00016fff\U0001aff0-\U0001b16f\U0001f200\U00020000-\U0003ffff]';
BEGIN
  IF "text" COLLATE "C" !~ (signs || '|[''’]') THEN RETURN '{}'; END IF;
  RETURN ARRAY(
    SELECT sign || lead(sign) OVER (PARTITION BY run ORDER BY place)
      FROM regexp_matches("text" COLLATE "C", signs || '{2,}', 'g') WITH ORDINALITY AS runs(letters, run),
        string_to_table(letters[1], NULL) WITH ORDINALITY AS each(sign, place)
    UNION
    -- Without i, k and s, which other characters equal in another case.
    SELECT pair[1] FROM regexp_matches(lower("text" COLLATE "C"), '[a-hjl-rt-z0-9][''’]', 'g') AS pair
    UNION
    SELECT pair[1] FROM regexp_matches(lower("text" COLLATE "C"), '[''’][a-hjl-rt-z0-9]', 'g') AS pair
    EXCEPT SELECT NULL);
END
$$;
--> statement-breakpoint
-- Text without differences of case, as `foldCase` of lib/api has it: lower(upper(x)), sign by sign, by
-- Unicode 17. What a database calls lower() depends on its locale, so the pairs are written out here.
-- Common letters come first, some of them without a pair, because they are looked for from the left.
CREATE FUNCTION fold_case("text" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  signs text;
  rest text;
BEGIN
  "text" := lower("text" COLLATE "C");
  IF octet_length("text") = length("text") THEN RETURN "text"; END IF;
  -- What may have a pair. Each sign of the text is looked for among these alone, each of these in the table.
  signs := regexp_replace("text" COLLATE "C", '[^\u00b5-\u024e\u0345\u0370-\u042f\u0460-\u0556\u10a0-\u10cd\u13a0-\u13f5\u1c80-\u1cbf\u1e00-\u1ffc\u2126-\u2132\u2160-\u2183\u24b6-\u24cf\u2c00-\u2c2f\u2c60-\u2cf2\ua640-\ua69a\ua722-\ua7f5\uff21-\uff3a\U00010400-\U00010427\U000104b0-\U000104d3\U00010570-\U00010595\U00010c80-\U00010cb2\U00010d50-\U00010d65\U000118a0-\U000118bf\U00016e40-\U00016e5f\U00016ea0-\U00016eb8\U0001e900-\U0001e921]+', '', 'g');
  IF signs = '' THEN RETURN "text"; END IF;
  IF length(signs) > 100 THEN
    -- Each once.
    rest := signs;
    signs := '';
    WHILE rest <> '' LOOP
      signs := signs || left(rest, 1);
      rest := replace(rest, left(rest, 1), '');
    END LOOP;
  END IF;
  RETURN translate("text", signs, translate(signs,
    ' eaoinrstldcumpghfbvkwyzxjq0123456789-.,:;!?()/_"&#+абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώΆ·ΈΉΊ΋Ό΍ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ΢ΣΤΥΦΧΨΩΪΫάέήίàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏѐёђѓєѕіїјљњћќѝўџĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹỺỻỼỽỾỿµƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͅͰͲͶͿϏϐϑϕϖϘϚϜϞϠϢϤϦϨϪϬϮϰϱϴϵϷϹϺϽϾϿѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲀᲁᲂᲃᲄᲅᲆᲇᲈᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẛẞἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼιῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼΩKÅℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    ' eaoinrstldcumpghfbvkwyzxjq0123456789-.,:;!?()/_"&#+абвгдежзийклмнопрстуфхцчшщъыьэюяабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρσστυφχψωϊϋόύώά·έήί΋ό΍ύώΐαβγδεζηθικλμνξοπρ΢στυφχψωϊϋάέήίàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿàáâãäåæçèéêëìíîïðñòóôõö×øùúûüýþßѐёђѓєѕіїјљњћќѝўџѐёђѓєѕіїјљњћќѝўџāāăăąąććĉĉċċččďďđđēēĕĕėėęęěěĝĝğğġġģģĥĥħħĩĩīīĭĭįįiiĳĳĵĵķķĸĺĺļļľľŀŀłłńńņņňňŉŋŋōōŏŏőőœœŕŕŗŗřřśśŝŝşşššţţťťŧŧũũūūŭŭůůűűųųŵŵŷŷÿźźżżžžsạạảảấấầầẩẩẫẫậậắắằằẳẳẵẵặặẹẹẻẻẽẽếếềềểểễễệệỉỉịịọọỏỏốốồồổổỗỗộộớớờờởởỡỡợợụụủủứứừừửửữữựựỳỳỵỵỷỷỹỹỻỻỽỽỿỿμɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏιͱͳͷϳϗβθφπϙϛϝϟϡϣϥϧϩϫϭϯκρθεϸϲϻͻͼͽѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽвдосттъѣꙋᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕṡßἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳιὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳωkåⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'));
END
$$;
--> statement-breakpoint
CREATE TABLE "alert_words" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"word" text NOT NULL,
	"first_run" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"acting_user_id" integer,
	"action" text NOT NULL,
	"modified_user_id" integer,
	"modified_stream_id" integer,
	"modified_group_id" integer,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"key" text NOT NULL,
	"path_id" text NOT NULL,
	"size" integer NOT NULL,
	"content_type" text NOT NULL,
	CONSTRAINT "avatars_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "bot_storage" (
	"bot_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "bot_storage_bot_id_key_pk" PRIMARY KEY("bot_id","key")
);
--> statement-breakpoint
CREATE TABLE "channel_folders" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rendered_description" text DEFAULT '' NOT NULL,
	"order" integer NOT NULL,
	"date_created" timestamp with time zone,
	"creator_id" integer,
	"is_archived" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_emoji" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"author_id" integer,
	"path_id" text NOT NULL,
	"size" integer NOT NULL,
	"still_path_id" text,
	"still_size" integer,
	"content_type" text NOT NULL,
	"deactivated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"to" integer[] NOT NULL,
	"topic" text NOT NULL,
	"content" text NOT NULL,
	"last_edit_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"new_email" text NOT NULL,
	"key" text NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"closed" timestamp with time zone,
	CONSTRAINT "email_changes_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "event_queues" (
	"id" text PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" text,
	"event_types" text[],
	"client" text NOT NULL,
	"capabilities" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"apply_markdown" boolean DEFAULT false NOT NULL,
	"client_gravatar" boolean DEFAULT true NOT NULL,
	"slim_presence" boolean DEFAULT false NOT NULL,
	"all_public_streams" boolean DEFAULT false NOT NULL,
	"narrow" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"base_id" bigint NOT NULL,
	"acknowledged" bigint DEFAULT -1 NOT NULL,
	"position" bigint NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"last_poll" timestamp with time zone NOT NULL,
	"lifespan" integer DEFAULT 600 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"realm_id" integer NOT NULL,
	"type" text NOT NULL,
	"audience" integer[],
	"payload" jsonb NOT NULL,
	"per_user" jsonb,
	"hidden" jsonb,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realm_exports" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"acting_user_id" integer NOT NULL,
	"export_type" integer NOT NULL,
	"export_time" timestamp with time zone NOT NULL,
	"path_id" text NOT NULL,
	"size" bigint,
	"touched" timestamp with time zone NOT NULL,
	"finished" timestamp with time zone,
	"failed" timestamp with time zone,
	"deleted" timestamp with time zone,
	CONSTRAINT "realm_exports_path_id_unique" UNIQUE("path_id")
);
--> statement-breakpoint
CREATE TABLE "attachment_messages" (
	"attachment_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	CONSTRAINT "attachment_messages_attachment_id_message_id_pk" PRIMARY KEY("attachment_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"path_id" text NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"create_time" timestamp with time zone NOT NULL,
	"unclaimed_since" timestamp with time zone,
	CONSTRAINT "attachments_path_id_unique" UNIQUE("path_id")
);
--> statement-breakpoint
CREATE TABLE "discarded_files" (
	"path_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_space" (
	"realm_id" integer PRIMARY KEY NOT NULL,
	"used" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"path_id" text PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"size" bigint,
	"metadata" jsonb,
	"create_time" timestamp with time zone NOT NULL,
	"touched" timestamp with time zone NOT NULL,
	"completed" timestamp with time zone,
	"multipart_id" text,
	"locked_by" text,
	"locked_until" timestamp with time zone,
	"lock_wanted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "user_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_group_subgroups" (
	"group_id" integer NOT NULL,
	"subgroup_id" integer NOT NULL,
	CONSTRAINT "user_group_subgroups_group_id_subgroup_id_pk" PRIMARY KEY("group_id","subgroup_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_system_group" boolean DEFAULT false NOT NULL,
	"creator_id" integer,
	"date_created" timestamp with time zone,
	"deactivated" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"inviter_id" integer NOT NULL,
	"key" text NOT NULL,
	"email" text,
	"invited_as" integer NOT NULL,
	"stream_ids" integer[] NOT NULL,
	"group_ids" integer[] NOT NULL,
	"include_realm_default_subscriptions" boolean NOT NULL,
	"notify_referrer_on_join" boolean NOT NULL,
	"welcome_message_custom_text" text,
	"invited" timestamp with time zone NOT NULL,
	"mailed" integer[] DEFAULT '{}' NOT NULL,
	"minutes" integer,
	"revoked" boolean DEFAULT false NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"link_id" integer,
	CONSTRAINT "invitations_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "linkifiers" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"pattern" text NOT NULL,
	"url_template" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"recipient_id" integer NOT NULL,
	"stream_id" integer,
	"topic" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"date_sent" timestamp with time zone NOT NULL,
	"last_edit_time" timestamp with time zone,
	"last_moved_time" timestamp with time zone,
	"edit_history" jsonb,
	"client" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"stream_id" integer,
	"user_ids" integer[]
);
--> statement-breakpoint
CREATE TABLE "user_messages" (
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "user_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "muted_users" (
	"user_id" integer NOT NULL,
	"muted_user_id" integer NOT NULL,
	"date_muted" timestamp with time zone NOT NULL,
	CONSTRAINT "muted_users_user_id_muted_user_id_pk" PRIMARY KEY("user_id","muted_user_id")
);
--> statement-breakpoint
CREATE TABLE "navigation_views" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"fragment" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"name" text
);
--> statement-breakpoint
CREATE TABLE "playgrounds" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"pygments_language" text NOT NULL,
	"url_template" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence_updates" (
	"realm_id" integer PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"last_active" timestamp with time zone,
	"last_connected" timestamp with time zone NOT NULL,
	"update_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_fields" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"type" integer NOT NULL,
	"order" integer NOT NULL,
	"name" text NOT NULL,
	"hint" text DEFAULT '' NOT NULL,
	"field_data" text DEFAULT '' NOT NULL,
	"display_in_profile_summary" boolean DEFAULT false NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"editable_by_user" boolean DEFAULT true NOT NULL,
	CONSTRAINT "profile_fields_name" UNIQUE("realm_id","name")
);
--> statement-breakpoint
CREATE TABLE "profile_values" (
	"user_id" integer NOT NULL,
	"field_id" integer NOT NULL,
	"value" text NOT NULL,
	"rendered_value" text,
	CONSTRAINT "profile_values_user_id_field_id_pk" PRIMARY KEY("user_id","field_id")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"push_account_id" bigint NOT NULL,
	"token_kind" text NOT NULL,
	"push_public_key" text NOT NULL,
	"bouncer_public_key" text NOT NULL,
	"encrypted_push_registration" text NOT NULL,
	"registered" timestamp with time zone NOT NULL,
	"next_try" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"relay_device_id" bigint,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "push_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token_kind" text NOT NULL,
	"token" text NOT NULL,
	"ios_app_id" text
);
--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"emoji_name" text NOT NULL,
	"emoji_code" text NOT NULL,
	"reaction_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realm_domains" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"domain" text NOT NULL,
	"allow_subdomains" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realms" (
	"id" serial PRIMARY KEY NOT NULL,
	"string_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"linkifiers_version" text,
	"user_settings_defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pictures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pictures_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "realms_string_id_unique" UNIQUE("string_id")
);
--> statement-breakpoint
CREATE TABLE "saved_snippets" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"date_created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"note" text NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"scheduled_delivery_timestamp" bigint NOT NULL,
	"failed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"to" integer[] NOT NULL,
	"topic" text NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"scheduled_delivery_timestamp" bigint NOT NULL,
	"read_by_sender" boolean NOT NULL,
	"client" text NOT NULL,
	"failed" boolean DEFAULT false NOT NULL,
	"failure_code" text,
	"failure_reason" text,
	"failed_at" timestamp with time zone,
	"delivered_message_id" integer,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rendered_description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"creator_id" integer,
	"invite_only" boolean DEFAULT false NOT NULL,
	"is_web_public" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"history_public_to_subscribers" boolean DEFAULT true NOT NULL,
	"message_retention_days" integer,
	"topics_policy" text DEFAULT 'inherit' NOT NULL,
	"folder_id" integer,
	"first_message_id" integer,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"stream_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"color" text NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"pin_to_top" boolean DEFAULT false NOT NULL,
	"desktop_notifications" boolean,
	"audible_notifications" boolean,
	"push_notifications" boolean,
	"email_notifications" boolean,
	"wildcard_mentions_notify" boolean,
	CONSTRAINT "subscriptions_stream_id_user_id_pk" PRIMARY KEY("stream_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "submessages" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_statuses" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"status_text" text DEFAULT '' NOT NULL,
	"emoji_name" text DEFAULT '' NOT NULL,
	"emoji_code" text DEFAULT '' NOT NULL,
	"reaction_type" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_topics" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"stream_id" integer NOT NULL,
	"topic" text NOT NULL,
	"visibility_policy" integer NOT NULL,
	"last_updated" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"delivery_email" text NOT NULL,
	"full_name" text NOT NULL,
	"role" integer DEFAULT 400 NOT NULL,
	"is_bot" boolean DEFAULT false NOT NULL,
	"bot_type" integer,
	"bot_owner_id" integer,
	"is_system_bot" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"timezone" text DEFAULT '' NOT NULL,
	"date_joined" timestamp with time zone NOT NULL,
	"avatar_url" text,
	"avatar_version" integer DEFAULT 1 NOT NULL,
	"password_hash" text,
	"api_key" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_words" ADD CONSTRAINT "alert_words_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_words" ADD CONSTRAINT "alert_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_storage" ADD CONSTRAINT "bot_storage_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_folders" ADD CONSTRAINT "channel_folders_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_exports" ADD CONSTRAINT "realm_exports_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_space" ADD CONSTRAINT "upload_space_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_subgroup_id_user_groups_id_fk" FOREIGN KEY ("subgroup_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_link_id_invitations_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkifiers" ADD CONSTRAINT "linkifiers_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_users" ADD CONSTRAINT "muted_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_users" ADD CONSTRAINT "muted_users_muted_user_id_users_id_fk" FOREIGN KEY ("muted_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_views" ADD CONSTRAINT "navigation_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD CONSTRAINT "playgrounds_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_updates" ADD CONSTRAINT "presence_updates_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_fields" ADD CONSTRAINT "profile_fields_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_values" ADD CONSTRAINT "profile_values_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_values" ADD CONSTRAINT "profile_values_field_id_profile_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."profile_fields"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_domains" ADD CONSTRAINT "realm_domains_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_snippets" ADD CONSTRAINT "saved_snippets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_folder_id_channel_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."channel_folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submessages" ADD CONSTRAINT "submessages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submessages" ADD CONSTRAINT "submessages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_statuses" ADD CONSTRAINT "user_statuses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_words_once" ON "alert_words" USING btree ("user_id","word");--> statement-breakpoint
CREATE INDEX "alert_words_first_run" ON "alert_words" USING btree ("realm_id","first_run");--> statement-breakpoint
CREATE INDEX "audit_log_realm" ON "audit_log" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_acting" ON "audit_log" USING btree ("acting_user_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_modified" ON "audit_log" USING btree ("modified_user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_folders_realm_name" ON "channel_folders" USING btree ("realm_id",fold_case("name")) WHERE not is_archived;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_emoji_name" ON "custom_emoji" USING btree ("realm_id","name") WHERE not deactivated;--> statement-breakpoint
CREATE INDEX "drafts_user_time" ON "drafts" USING btree ("user_id","last_edit_time");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "email_changes_realm" ON "email_changes" USING btree ("realm_id","created");--> statement-breakpoint
CREATE INDEX "event_queues_user" ON "event_queues" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_queues_session" ON "event_queues" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "events_realm" ON "events" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created");--> statement-breakpoint
CREATE INDEX "realm_exports_realm" ON "realm_exports" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "attachment_messages_message" ON "attachment_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "attachments_unclaimed" ON "attachments" USING btree ("unclaimed_since") WHERE unclaimed_since is not null;--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("realm_id") WHERE completed is null;--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_group_subgroups_inner" ON "user_group_subgroups" USING btree ("subgroup_id");--> statement-breakpoint
CREATE INDEX "user_groups_realm" ON "user_groups" USING btree ("realm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_realm_name" ON "user_groups" USING btree ("realm_id",fold_case("name"));--> statement-breakpoint
CREATE INDEX "invitations_realm" ON "invitations" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "invitations_link" ON "invitations" USING btree ("link_id",lower("email")) WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "linkifiers_realm" ON "linkifiers" USING btree ("realm_id","position");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "messages_topic" ON "messages" USING btree ("stream_id",fold_case("topic"),"id");--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "messages_realm" ON "messages" USING btree ("realm_id","id","recipient_id","topic");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("stream_id","date_sent");--> statement-breakpoint
CREATE INDEX "messages_direct" ON "messages" USING btree ("id","recipient_id") WHERE stream_id is null;--> statement-breakpoint
CREATE INDEX "messages_resolved" ON "messages" USING btree ("id","recipient_id") WHERE topic like '✔ %';--> statement-breakpoint
CREATE INDEX "messages_link" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%<a href="%';--> statement-breakpoint
CREATE INDEX "messages_image" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%message_inline_image%';--> statement-breakpoint
CREATE INDEX "messages_attachment" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%href="/user_uploads/%';--> statement-breakpoint
CREATE INDEX "messages_letter_pairs" ON "messages" USING gin (letter_pairs(topic || ' ' || content));--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('english', fold_case(topic || ' ' || rendered_content)));--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_stream" ON "recipients" USING btree ("stream_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_users" ON "recipients" USING btree ("realm_id","user_ids");--> statement-breakpoint
CREATE INDEX "recipients_members" ON "recipients" USING gin ("user_ids");--> statement-breakpoint
CREATE INDEX "user_messages_message" ON "user_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "user_messages_unread" ON "user_messages" USING btree ("user_id","message_id") WHERE not ('read' = any(flags));--> statement-breakpoint
CREATE INDEX "user_messages_starred" ON "user_messages" USING btree ("user_id","message_id") WHERE 'starred' = any(flags);--> statement-breakpoint
CREATE INDEX "user_messages_alerted" ON "user_messages" USING btree ("user_id","message_id") WHERE 'has_alert_word' = any(flags);--> statement-breakpoint
CREATE INDEX "user_messages_mentioned" ON "user_messages" USING btree ("user_id","message_id") WHERE flags && array['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];--> statement-breakpoint
CREATE INDEX "muted_users_muted" ON "muted_users" USING btree ("muted_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "navigation_views_fragment" ON "navigation_views" USING btree ("user_id","fragment");--> statement-breakpoint
CREATE UNIQUE INDEX "navigation_views_name" ON "navigation_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "playgrounds_name" ON "playgrounds" USING btree ("realm_id","pygments_language","name");--> statement-breakpoint
CREATE INDEX "presences_update" ON "presences" USING btree ("realm_id","update_id");--> statement-breakpoint
CREATE INDEX "profile_values_field" ON "profile_values" USING btree ("field_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_account" ON "push_devices" USING btree ("user_id","push_account_id");--> statement-breakpoint
CREATE INDEX "push_devices_due" ON "push_devices" USING btree ("next_try") WHERE next_try is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_tokens_token" ON "push_tokens" USING btree ("user_id","token_kind",md5(token));--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once" ON "reactions" USING btree ("message_id","user_id","reaction_type","emoji_code");--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "realm_domains_domain" ON "realm_domains" USING btree ("realm_id","domain");--> statement-breakpoint
CREATE INDEX "saved_snippets_user" ON "saved_snippets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed;--> statement-breakpoint
CREATE INDEX "scheduled_messages_user" ON "scheduled_messages" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "scheduled_messages_due" ON "scheduled_messages" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed and delivered_message_id is null;--> statement-breakpoint
CREATE INDEX "scheduled_messages_delivered" ON "scheduled_messages" USING btree ("delivered_at") WHERE delivered_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_realm_name" ON "streams" USING btree ("realm_id",fold_case("name"));--> statement-breakpoint
CREATE INDEX "streams_realm" ON "streams" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "streams_entered" ON "streams" USING btree ("realm_id") WHERE invite_only and settings ?| array['can_subscribe_group', 'can_add_subscribers_group'];--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submessages_message" ON "submessages" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "submessages_sender" ON "submessages" USING btree ("sender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_topics_once" ON "user_topics" USING btree ("user_id","stream_id",fold_case("topic"));--> statement-breakpoint
CREATE INDEX "user_topics_topic" ON "user_topics" USING btree ("stream_id",fold_case("topic"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_realm_email" ON "users" USING btree ("realm_id",lower("delivery_email"));--> statement-breakpoint
CREATE INDEX "users_realm" ON "users" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "users_left" ON "users" USING btree ("realm_id") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "users_full_name" ON "users" USING btree ("realm_id",fold_case("full_name"));--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("delivery_email"));--> statement-breakpoint
CREATE INDEX "users_api_key" ON "users" USING btree ("api_key");
--> statement-breakpoint
create table inkwell_migrations (tag text primary key, applied timestamptz not null default now());
--> statement-breakpoint
set local session_replication_role = replica;
--> statement-breakpoint
insert into "alert_words" overriding system value select * from json_populate_recordset(null::"alert_words", '[{"id":1,"realm_id":1,"user_id":2,"word":"first","first_run":"first"}]');
--> statement-breakpoint
insert into "attachment_messages" overriding system value select * from json_populate_recordset(null::"attachment_messages", '[{"attachment_id":1,"message_id":1}]');
--> statement-breakpoint
insert into "attachments" overriding system value select * from json_populate_recordset(null::"attachments", '[{"id":1,"realm_id":1,"owner_id":2,"name":"notes.txt","path_id":"1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt","size":5,"content_type":"text/plain","create_time":"2026-01-05T09:00:00+00:00","unclaimed_since":null}]');
--> statement-breakpoint
insert into "audit_log" overriding system value select * from json_populate_recordset(null::"audit_log", '[{"id":1,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"emoji.added","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "name": "first"}}, 
 {"id":2,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"organization.domain_added","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"domain": "first.example", "allow_subdomains": true}}, 
 {"id":3,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"profile_field.created","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "hint": "", "name": "first", "required": false, "field_data": "", "editable_by_user": true, "display_in_profile_summary": false}}, 
 {"id":4,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"bot.created","modified_user_id":4,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"bot_type": 1, "full_name": "Bot of first"}}, 
 {"id":5,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"channel_folder.created","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "name": "first", "order": 0, "creator_id": 2, "description": "Of *one* kind", "is_archived": false, "date_created": 1767603600, "rendered_description": "<p>Of <em>one</em> kind</p>"}}, 
 {"id":6,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"playground.added","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "name": "first", "url_template": "https://example.org/{code}", "pygments_language": "Rust"}}, 
 {"id":7,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"linkifier.added","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "pattern": "first-(?P<code>[0-9]+)", "url_template": "https://example.org/{code}"}}, 
 {"id":8,"realm_id":1,"time":"2026-01-05T09:00:00+00:00","acting_user_id":2,"action":"invitation.created","modified_user_id":null,"modified_stream_id":null,"modified_group_id":null,"before":null,"after":{"id": 1, "group_ids": [], "invited_as": 400, "stream_ids": []}}]');
--> statement-breakpoint
insert into "avatars" overriding system value select * from json_populate_recordset(null::"avatars", '[{"user_id":2,"realm_id":1,"key":"4c4292cc2a406344da363c4e37f261f2","path_id":"1/a6/RUpaRgeZFZ3AWVh98AYgWll3/a.png","size":67,"content_type":"image/png"}]');
--> statement-breakpoint
insert into "bot_storage" overriding system value select * from json_populate_recordset(null::"bot_storage", '[{"bot_id":4,"key":"seen","value":"1"}]');
--> statement-breakpoint
insert into "channel_folders" overriding system value select * from json_populate_recordset(null::"channel_folders", '[{"id":1,"realm_id":1,"name":"first","description":"Of *one* kind","rendered_description":"<p>Of <em>one</em> kind</p>","order":0,"date_created":"2026-01-05T09:00:00+00:00","creator_id":2,"is_archived":false}]');
--> statement-breakpoint
insert into "custom_emoji" overriding system value select * from json_populate_recordset(null::"custom_emoji", '[{"id":1,"realm_id":1,"name":"first","author_id":2,"path_id":"1/7e/uByIFuK50yNpqs48ObJmNMsW/a.png","size":67,"still_path_id":null,"still_size":null,"content_type":"image/png","deactivated":false}]');
--> statement-breakpoint
insert into "discarded_files" overriding system value select * from json_populate_recordset(null::"discarded_files", '[{"path_id":"1/0/first/gone.txt"}]');
--> statement-breakpoint
insert into "drafts" overriding system value select * from json_populate_recordset(null::"drafts", '[{"id":1,"user_id":2,"type":"stream","to":[2],"topic":"plans","content":"Later","last_edit_time":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "email_changes" overriding system value select * from json_populate_recordset(null::"email_changes", '[{"id":1,"realm_id":1,"user_id":3,"new_email":"first.new@example.org","key":"IxnY5ef3g1fMSmxZUWpdWLrAn1gluGrV","created":"2026-01-05T09:00:00+00:00","closed":null}]');
--> statement-breakpoint
insert into "event_queues" overriding system value select * from json_populate_recordset(null::"event_queues", '[{"id":"a1532db3-2d8d-4877-bad7-d4fb0169db5c","realm_id":1,"user_id":2,"session_id":null,"event_types":null,"client":"Unspecified","capabilities":{},"apply_markdown":false,"client_gravatar":true,"slim_presence":false,"all_public_streams":false,"narrow":[],"base_id":0,"acknowledged":-1,"position":0,"created":"2026-01-05T09:00:00+00:00","last_poll":"2026-01-05T09:00:00+00:00","lifespan":600}]');
--> statement-breakpoint
insert into "events" overriding system value select * from json_populate_recordset(null::"events", '[{"id":1,"realm_id":1,"type":"attachment","audience":[2],"payload":{"op": "add", "type": "attachment", "attachment": {"id": 1, "name": "notes.txt", "size": 5, "path_id": "1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt", "messages": [], "create_time": 1767603600000}, "upload_space_used": 5},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":2,"realm_id":1,"type":"realm_emoji","audience":null,"payload":{"op": "update", "type": "realm_emoji", "realm_emoji": {"1": {"id": "1", "name": "first", "author_id": 2, "still_url": null, "source_url": "/user_avatars/1/emoji/images/1.png", "deactivated": false}}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":3,"realm_id":1,"type":"realm_domains","audience":null,"payload":{"op": "add", "type": "realm_domains", "realm_domain": {"domain": "first.example", "allow_subdomains": true}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":4,"realm_id":1,"type":"attachment","audience":[2],"payload":{"op": "update", "type": "attachment", "attachment": {"id": 1, "name": "notes.txt", "size": 5, "path_id": "1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt", "messages": [{"id": 1, "date_sent": 1767603600000}], "create_time": 1767603600000}, "upload_space_used": 5},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":5,"realm_id":1,"type":"message","audience":[2,3],"payload":{"type": "message", "flags": [], "message": {"id": 1, "type": "stream", "client": "Unspecified", "content": "<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention\" data-user-id=\"*\">@all</span></p>", "subject": "plans", "reactions": [], "sender_id": 2, "stream_id": 2, "timestamp": 1767603600, "avatar_url": "https://secure.gravatar.com/avatar/0ba88d5eb2a6d8ad4130035debf5603b?d=identicon&version=1", "submessages": [], "topic_links": [], "content_type": "text/html", "recipient_id": 1, "sender_email": "olga@example.org", "is_me_message": false, "sender_full_name": "Olga Owner", "sender_realm_str": "inkwell", "display_recipient": "first"}},"per_user":{"2": {"flags": ["stream_wildcard_mentioned"]}, "3": {"flags": ["stream_wildcard_mentioned"]}},"hidden":{"content": "See [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**", "gravatar": true, "public_stream": true},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":6,"realm_id":1,"type":"stream","audience":[1,2,3],"payload":{"op": "update", "name": "first", "type": "stream", "value": 1, "property": "first_message_id", "stream_id": 2},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":7,"realm_id":1,"type":"user_topic","audience":[2],"payload":{"type": "user_topic", "stream_id": 2, "topic_name": "plans", "last_updated": 1767603600, "visibility_policy": 3},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":8,"realm_id":1,"type":"muted_topics","audience":[2],"payload":{"type": "muted_topics", "muted_topics": []},"per_user":null,"hidden":{"unless_type": "user_topic"},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":9,"realm_id":1,"type":"message","audience":[2,3],"payload":{"type": "message", "flags": [], "message": {"id": 2, "type": "stream", "client": "Unspecified", "content": "<p>/poll Lunch?</p>", "subject": "plans", "reactions": [], "sender_id": 2, "stream_id": 2, "timestamp": 1767603600, "avatar_url": "https://secure.gravatar.com/avatar/0ba88d5eb2a6d8ad4130035debf5603b?d=identicon&version=1", "submessages": [{"id": 1, "content": "{\"widget_type\":\"poll\",\"extra_data\":{\"question\":\"Lunch?\",\"options\":[]}}", "msg_type": "widget", "sender_id": 2, "message_id": 2}], "topic_links": [], "content_type": "text/html", "recipient_id": 1, "sender_email": "olga@example.org", "is_me_message": false, "sender_full_name": "Olga Owner", "sender_realm_str": "inkwell", "display_recipient": "first"}},"per_user":{},"hidden":{"content": "/poll Lunch?", "gravatar": true, "public_stream": true},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":10,"realm_id":1,"type":"message","audience":[2,3],"payload":{"type": "message", "flags": [], "message": {"id": 3, "type": "private", "client": "Unspecified", "content": "<p>hello</p>", "subject": "", "reactions": [], "sender_id": 2, "timestamp": 1767603600, "avatar_url": "https://secure.gravatar.com/avatar/0ba88d5eb2a6d8ad4130035debf5603b?d=identicon&version=1", "submessages": [], "topic_links": [], "content_type": "text/html", "recipient_id": 2, "sender_email": "olga@example.org", "is_me_message": false, "sender_full_name": "Olga Owner", "sender_realm_str": "inkwell", "display_recipient": [{"id": 2, "email": "olga@example.org", "full_name": "Olga Owner", "is_mirror_dummy": false}, {"id": 3, "email": "first@example.org", "full_name": "User 1", "is_mirror_dummy": false}]}},"per_user":{},"hidden":{"content": "hello", "gravatar": true},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":11,"realm_id":1,"type":"reaction","audience":[2,3],"payload":{"op": "add", "type": "reaction", "user": {"email": "olga@example.org", "user_id": 2, "full_name": "Olga Owner", "is_mirror_dummy": false}, "user_id": 2, "emoji_code": "1f419", "emoji_name": "octopus", "message_id": 1, "reaction_type": "unicode_emoji"},"per_user":null,"hidden":{"public_stream": true},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":12,"realm_id":1,"type":"user_settings","audience":[2],"payload":{"op": "update", "type": "user_settings", "value": "Europe/Oslo", "property": "timezone"},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":13,"realm_id":1,"type":"update_display_settings","audience":[2],"payload":{"type": "update_display_settings", "user": "olga@example.org", "setting": "Europe/Oslo", "setting_name": "timezone"},"per_user":null,"hidden":{"without": "user_settings_object"},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":14,"realm_id":1,"type":"realm_user","audience":null,"payload":{"op": "update", "type": "realm_user", "person": {"email": "olga@example.org", "user_id": 2, "timezone": "Europe/Oslo"}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":15,"realm_id":1,"type":"realm_user","audience":null,"payload":{"op": "update", "type": "realm_user", "person": {"user_id": 2, "avatar_url": "/user_avatars/1/people/4c4292cc2a406344da363c4e37f261f2.png", "avatar_source": "U", "avatar_version": 2, "avatar_url_medium": "/user_avatars/1/people/4c4292cc2a406344da363c4e37f261f2.png"}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":16,"realm_id":1,"type":"alert_words","audience":[2],"payload":{"type": "alert_words", "alert_words": ["first"]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":17,"realm_id":1,"type":"muted_users","audience":[2],"payload":{"type": "muted_users", "muted_users": [{"id": 3, "timestamp": 1767603600}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":18,"realm_id":1,"type":"user_status","audience":null,"payload":{"type": "user_status", "user_id": 2, "emoji_code": "1f419", "emoji_name": "octopus", "status_text": "first", "reaction_type": "unicode_emoji"},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":19,"realm_id":1,"type":"presence","audience":null,"payload":{"type": "presence", "email": "olga@example.org", "user_id": 2, "presence": {"website": {"client": "website", "status": "active", "pushable": false, "timestamp": 1767603600}}, "server_timestamp": 1767603600},"per_user":null,"hidden":{"modern": {"idle_timestamp": 1767603600, "active_timestamp": 1767603600}},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":20,"realm_id":1,"type":"custom_profile_fields","audience":null,"payload":{"type": "custom_profile_fields", "fields": [{"id": 1, "hint": "", "name": "first", "type": 1, "order": 1, "required": false, "field_data": "", "editable_by_user": true}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":21,"realm_id":1,"type":"realm_user","audience":null,"payload":{"op": "update", "type": "realm_user", "person": {"user_id": 2, "custom_profile_field": {"id": 1, "value": "Captain", "rendered_value": "<p>Captain</p>"}}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":22,"realm_id":1,"type":"realm_user","audience":null,"payload":{"op": "add", "type": "realm_user", "person": {"role": 400, "email": "first-bot@localhost", "is_bot": true, "user_id": 4, "bot_type": 1, "is_admin": false, "is_guest": false, "is_owner": false, "timezone": "", "full_name": "Bot of first", "is_active": true, "avatar_url": "https://secure.gravatar.com/avatar/06039cec95d19fb6c826c1b76afe7bb4?d=identicon&version=1", "date_joined": "2026-01-05T09:00:00+00:00", "bot_owner_id": 2, "avatar_version": 1, "delivery_email": "first-bot@localhost"}},"per_user":null,"hidden":{"gravatar": true},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":23,"realm_id":1,"type":"user_group","audience":null,"payload":{"op": "add_members", "type": "user_group", "group_id": 4, "user_ids": [4]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":24,"realm_id":1,"type":"user_group","audience":null,"payload":{"op": "add_members", "type": "user_group", "group_id": 5, "user_ids": [4]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":25,"realm_id":1,"type":"realm_bot","audience":[2],"payload":{"op": "add", "bot": {"email": "first-bot@localhost", "user_id": 4, "bot_type": 1, "owner_id": 2, "services": [], "full_name": "Bot of first", "is_active": true, "avatar_url": "https://secure.gravatar.com/avatar/06039cec95d19fb6c826c1b76afe7bb4?d=identicon&version=1", "default_sending_stream": null, "default_all_public_streams": false, "default_events_register_stream": null}, "type": "realm_bot"},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":26,"realm_id":1,"type":"channel_folder","audience":null,"payload":{"op": "add", "type": "channel_folder", "channel_folder": {"id": 1, "name": "first", "order": 0, "creator_id": 2, "description": "Of *one* kind", "is_archived": false, "date_created": 1767603600, "rendered_description": "<p>Of <em>one</em> kind</p>"}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":27,"realm_id":1,"type":"drafts","audience":[2],"payload":{"op": "add", "type": "drafts", "drafts": [{"id": 1, "to": [2], "type": "stream", "topic": "plans", "content": "Later", "timestamp": 1767603600}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":28,"realm_id":1,"type":"saved_snippets","audience":[2],"payload":{"op": "add", "type": "saved_snippets", "saved_snippet": {"id": 1, "title": "Thanks", "content": "Thank you", "date_created": 1767603600}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":29,"realm_id":1,"type":"scheduled_messages","audience":[2],"payload":{"op": "add", "type": "scheduled_messages", "scheduled_messages": [{"to": 2, "type": "stream", "topic": "plans", "failed": false, "content": "See [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**", "rendered_content": "<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention\" data-user-id=\"*\">@all</span></p>", "scheduled_message_id": 1, "scheduled_delivery_timestamp": 1767607200}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":30,"realm_id":1,"type":"navigation_view","audience":[2],"payload":{"op": "add", "type": "navigation_view", "navigation_view": {"name": "first", "fragment": "first", "is_pinned": true}},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":31,"realm_id":1,"type":"realm_playgrounds","audience":null,"payload":{"type": "realm_playgrounds", "realm_playgrounds": [{"id": 1, "name": "first", "url_template": "https://example.org/{code}", "pygments_language": "Rust"}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":32,"realm_id":1,"type":"realm_linkifiers","audience":null,"payload":{"type": "realm_linkifiers", "realm_linkifiers": [{"id": 1, "pattern": "first-(?P<code>[0-9]+)", "url_template": "https://example.org/{code}"}]},"per_user":null,"hidden":{"with": "linkifier_url_template"},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":33,"realm_id":1,"type":"realm_linkifiers","audience":null,"payload":{"type": "realm_linkifiers", "realm_linkifiers": []},"per_user":null,"hidden":{"without": "linkifier_url_template"},"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":34,"realm_id":1,"type":"invites_changed","audience":[2],"payload":{"type": "invites_changed"},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}, 
 {"id":35,"realm_id":1,"type":"reminders","audience":[2],"payload":{"op": "add", "type": "reminders", "reminders": [{"to": [2], "type": "private", "failed": false, "content": "@**Olga Owner|2**, you asked to be reminded of [this message](/#narrow/channel/2-first/topic/plans/near/1).\n\nyou wrote:\n```quote\nSee [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**\n```", "reminder_id": 1, "rendered_content": "<p><span class=\"user-mention\" data-user-id=\"2\">@Olga Owner</span>, you asked to be reminded of <a href=\"/#narrow/channel/2-first/topic/plans/near/1\">this message</a>.</p>\n<p>you wrote:</p>\n<blockquote>\n<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention silent\" data-user-id=\"*\">all</span></p>\n</blockquote>", "reminder_target_message_id": 1, "scheduled_delivery_timestamp": 1767607200}]},"per_user":null,"hidden":null,"created":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "inkwell_migrations" overriding system value select * from json_populate_recordset(null::"inkwell_migrations", '[{"tag":"0000_letter_pairs","applied":"2026-11-27T03:35:18.014+00:00"}, 
 {"tag":"0001_fold_case","applied":"2026-11-27T03:35:18.014+00:00"}, 
 {"tag":"0002_initial","applied":"2026-11-27T03:35:18.014+00:00"}]');
--> statement-breakpoint
insert into "invitations" overriding system value select * from json_populate_recordset(null::"invitations", '[{"id":1,"realm_id":1,"inviter_id":2,"key":"l3oUzaxcb4v2xQbJ0MCpCQgB","email":null,"invited_as":400,"stream_ids":[],"group_ids":[],"include_realm_default_subscriptions":false,"notify_referrer_on_join":false,"welcome_message_custom_text":null,"invited":"2026-01-05T09:00:00+00:00","mailed":[],"minutes":14400,"revoked":false,"used":false,"link_id":null}]');
--> statement-breakpoint
insert into "linkifiers" overriding system value select * from json_populate_recordset(null::"linkifiers", '[{"id":1,"realm_id":1,"pattern":"first-(?P<code>[0-9]+)","url_template":"https://example.org/{code}","position":1}]');
--> statement-breakpoint
insert into "messages" overriding system value select * from json_populate_recordset(null::"messages", '[{"id":1,"realm_id":1,"sender_id":2,"recipient_id":1,"stream_id":2,"topic":"plans","content":"See [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**","rendered_content":"<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention\" data-user-id=\"*\">@all</span></p>","date_sent":"2026-01-05T09:00:00+00:00","last_edit_time":null,"last_moved_time":null,"edit_history":null,"client":"Unspecified"}, 
 {"id":2,"realm_id":1,"sender_id":2,"recipient_id":1,"stream_id":2,"topic":"plans","content":"/poll Lunch?","rendered_content":"<p>/poll Lunch?</p>","date_sent":"2026-01-05T09:00:00+00:00","last_edit_time":null,"last_moved_time":null,"edit_history":null,"client":"Unspecified"}, 
 {"id":3,"realm_id":1,"sender_id":2,"recipient_id":2,"stream_id":null,"topic":"","content":"hello","rendered_content":"<p>hello</p>","date_sent":"2026-01-05T09:00:00+00:00","last_edit_time":null,"last_moved_time":null,"edit_history":null,"client":"Unspecified"}]');
--> statement-breakpoint
insert into "muted_users" overriding system value select * from json_populate_recordset(null::"muted_users", '[{"user_id":2,"muted_user_id":3,"date_muted":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "navigation_views" overriding system value select * from json_populate_recordset(null::"navigation_views", '[{"id":1,"user_id":2,"fragment":"first","is_pinned":true,"name":"first"}]');
--> statement-breakpoint
insert into "playgrounds" overriding system value select * from json_populate_recordset(null::"playgrounds", '[{"id":1,"realm_id":1,"name":"first","pygments_language":"Rust","url_template":"https://example.org/{code}"}]');
--> statement-breakpoint
insert into "presence_updates" overriding system value select * from json_populate_recordset(null::"presence_updates", '[{"realm_id":1,"last_id":1}]');
--> statement-breakpoint
insert into "presences" overriding system value select * from json_populate_recordset(null::"presences", '[{"user_id":2,"realm_id":1,"last_active":"2026-01-05T09:00:00+00:00","last_connected":"2026-01-05T09:00:00+00:00","update_id":1}]');
--> statement-breakpoint
insert into "profile_fields" overriding system value select * from json_populate_recordset(null::"profile_fields", '[{"id":1,"realm_id":1,"type":1,"order":1,"name":"first","hint":"","field_data":"","display_in_profile_summary":false,"required":false,"editable_by_user":true}]');
--> statement-breakpoint
insert into "profile_values" overriding system value select * from json_populate_recordset(null::"profile_values", '[{"user_id":2,"field_id":1,"value":"Captain","rendered_value":"<p>Captain</p>"}]');
--> statement-breakpoint
insert into "push_devices" overriding system value select * from json_populate_recordset(null::"push_devices", '[{"id":1,"user_id":3,"push_account_id":1,"token_kind":"fcm","push_public_key":"","bouncer_public_key":"","encrypted_push_registration":"","registered":"2026-01-05T09:00:00+00:00","next_try":null,"tries":0,"relay_device_id":null,"error_code":null}]');
--> statement-breakpoint
insert into "push_tokens" overriding system value select * from json_populate_recordset(null::"push_tokens", '[{"id":1,"user_id":2,"token_kind":"fcm","token":"first","ios_app_id":null}]');
--> statement-breakpoint
insert into "rate_counts" overriding system value select * from json_populate_recordset(null::"rate_counts", '[{"id":"g-_pBxNfM54xP3dQZZi1bK-dld8Wpw3F0hnw3GgH5Ik","count":1,"ends":"2026-01-05T09:30:00+00:00"}]');
--> statement-breakpoint
insert into "reactions" overriding system value select * from json_populate_recordset(null::"reactions", '[{"id":1,"message_id":1,"user_id":2,"emoji_name":"octopus","emoji_code":"1f419","reaction_type":"unicode_emoji"}]');
--> statement-breakpoint
insert into "realm_domains" overriding system value select * from json_populate_recordset(null::"realm_domains", '[{"id":1,"realm_id":1,"domain":"first.example","allow_subdomains":true}]');
--> statement-breakpoint
insert into "realm_exports" overriding system value select * from json_populate_recordset(null::"realm_exports", '[{"id":1,"realm_id":1,"acting_user_id":2,"export_type":1,"export_time":"2026-01-05T09:00:00+00:00","path_id":"1/0/first/whole.tar.gz","size":5,"touched":"2026-01-05T09:00:00+00:00","finished":"2026-01-05T09:00:00+00:00","failed":null,"deleted":null}]');
--> statement-breakpoint
insert into "realms" overriding system value select * from json_populate_recordset(null::"realms", '[{"id":1,"string_id":"inkwell","name":"Test organization","description":"","date_created":"2026-01-05T09:00:00+00:00","is_sample":false,"is_active":true,"settings":{},"linkifiers_version":"ffa59d5e-a671-490a-8067-c187b3e45fcd","user_settings_defaults":{},"pictures":{},"pictures_version":0}]');
--> statement-breakpoint
insert into "recipients" overriding system value select * from json_populate_recordset(null::"recipients", '[{"id":1,"realm_id":1,"stream_id":2,"user_ids":null}, 
 {"id":2,"realm_id":1,"stream_id":null,"user_ids":[2,3]}]');
--> statement-breakpoint
insert into "reminders" overriding system value select * from json_populate_recordset(null::"reminders", '[{"id":1,"realm_id":1,"user_id":2,"message_id":1,"note":"","content":"@**Olga Owner|2**, you asked to be reminded of [this message](/#narrow/channel/2-first/topic/plans/near/1).\n\nyou wrote:\n```quote\nSee [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**\n```","rendered_content":"<p><span class=\"user-mention\" data-user-id=\"2\">@Olga Owner</span>, you asked to be reminded of <a href=\"/#narrow/channel/2-first/topic/plans/near/1\">this message</a>.</p>\n<p>you wrote:</p>\n<blockquote>\n<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention silent\" data-user-id=\"*\">all</span></p>\n</blockquote>","scheduled_delivery_timestamp":1767607200,"failed":false}]');
--> statement-breakpoint
insert into "saved_snippets" overriding system value select * from json_populate_recordset(null::"saved_snippets", '[{"id":1,"user_id":2,"title":"Thanks","content":"Thank you","date_created":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "scheduled_messages" overriding system value select * from json_populate_recordset(null::"scheduled_messages", '[{"id":1,"realm_id":1,"user_id":2,"type":"stream","to":[2],"topic":"plans","content":"See [the notes](/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt), @**all**","rendered_content":"<p>See <a href=\"/user_uploads/1/e1/AYtYsq1kDN8Ux69Bxp9PkqPn/notes.txt\">the notes</a>, <span class=\"user-mention channel-wildcard-mention\" data-user-id=\"*\">@all</span></p>","scheduled_delivery_timestamp":1767607200,"read_by_sender":false,"client":"Unspecified","failed":false,"failure_code":null,"failure_reason":null,"failed_at":null,"delivered_message_id":null,"delivered_at":null}]');
--> statement-breakpoint
insert into "sessions" overriding system value select * from json_populate_recordset(null::"sessions", '[{"id":"1QQGLPgdFyvdNbPpg9sex6Nstvo2PSrBWRROyEdOM5s","user_id":2,"created":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "streams" overriding system value select * from json_populate_recordset(null::"streams", '[{"id":1,"realm_id":1,"name":"general","description":"For team-wide conversations","rendered_description":"<p>For team-wide conversations</p>","date_created":"2026-01-05T09:00:00+00:00","creator_id":2,"invite_only":false,"is_web_public":false,"is_archived":false,"is_default":true,"history_public_to_subscribers":true,"message_retention_days":null,"topics_policy":"inherit","folder_id":null,"first_message_id":null,"settings":{}}, 
 {"id":2,"realm_id":1,"name":"first","description":"","rendered_description":"","date_created":"2026-01-05T09:00:00+00:00","creator_id":null,"invite_only":false,"is_web_public":false,"is_archived":false,"is_default":false,"history_public_to_subscribers":true,"message_retention_days":null,"topics_policy":"inherit","folder_id":null,"first_message_id":1,"settings":{}}]');
--> statement-breakpoint
insert into "submessages" overriding system value select * from json_populate_recordset(null::"submessages", '[{"id":1,"message_id":2,"sender_id":2,"msg_type":"widget","content":"{\"widget_type\":\"poll\",\"extra_data\":{\"question\":\"Lunch?\",\"options\":[]}}"}]');
--> statement-breakpoint
insert into "subscriptions" overriding system value select * from json_populate_recordset(null::"subscriptions", '[{"stream_id":1,"user_id":2,"active":true,"color":"#76ce90","is_muted":false,"pin_to_top":false,"desktop_notifications":null,"audible_notifications":null,"push_notifications":null,"email_notifications":null,"wildcard_mentions_notify":null}, 
 {"stream_id":2,"user_id":2,"active":true,"color":"#76ce90","is_muted":false,"pin_to_top":false,"desktop_notifications":null,"audible_notifications":null,"push_notifications":null,"email_notifications":null,"wildcard_mentions_notify":null}, 
 {"stream_id":2,"user_id":3,"active":true,"color":"#76ce90","is_muted":false,"pin_to_top":false,"desktop_notifications":null,"audible_notifications":null,"push_notifications":null,"email_notifications":null,"wildcard_mentions_notify":null}]');
--> statement-breakpoint
insert into "upload_space" overriding system value select * from json_populate_recordset(null::"upload_space", '[{"realm_id":1,"used":5}]');
--> statement-breakpoint
insert into "uploads" overriding system value select * from json_populate_recordset(null::"uploads", '[{"path_id":"1/0/first/gone.txt","realm_id":1,"user_id":3,"size":5,"metadata":{"filename": "gone.txt"},"create_time":"2026-01-05T09:00:00+00:00","touched":"2026-01-05T09:00:00+00:00","completed":null,"multipart_id":null,"locked_by":null,"locked_until":null,"lock_wanted":false}]');
--> statement-breakpoint
insert into "user_group_members" overriding system value select * from json_populate_recordset(null::"user_group_members", '[{"group_id":9,"user_id":3}]');
--> statement-breakpoint
insert into "user_group_subgroups" overriding system value select * from json_populate_recordset(null::"user_group_subgroups", '[{"group_id":2,"subgroup_id":3}, 
 {"group_id":3,"subgroup_id":4}, 
 {"group_id":4,"subgroup_id":5}, 
 {"group_id":5,"subgroup_id":6}, 
 {"group_id":6,"subgroup_id":7}, 
 {"group_id":7,"subgroup_id":8}]');
--> statement-breakpoint
insert into "user_groups" overriding system value select * from json_populate_recordset(null::"user_groups", '[{"id":1,"realm_id":1,"name":"role:nobody","description":"Nobody","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":2,"realm_id":1,"name":"role:internet","description":"Everyone on the Internet","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":3,"realm_id":1,"name":"role:everyone","description":"Everyone in this organization, including guests","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":4,"realm_id":1,"name":"role:members","description":"Members of this organization, not including guests","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":5,"realm_id":1,"name":"role:fullmembers","description":"Members of this organization, not including new accounts and guests","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":6,"realm_id":1,"name":"role:moderators","description":"Moderators of this organization, including administrators","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":7,"realm_id":1,"name":"role:administrators","description":"Administrators of this organization, including owners","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":8,"realm_id":1,"name":"role:owners","description":"Owners of this organization","is_system_group":true,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}, 
 {"id":9,"realm_id":1,"name":"first","description":"","is_system_group":false,"creator_id":null,"date_created":"2026-01-05T09:00:00+00:00","deactivated":false,"settings":{}}]');
--> statement-breakpoint
insert into "user_messages" overriding system value select * from json_populate_recordset(null::"user_messages", '[{"user_id":2,"message_id":1,"flags":["stream_wildcard_mentioned"]}, 
 {"user_id":3,"message_id":1,"flags":["stream_wildcard_mentioned"]}, 
 {"user_id":2,"message_id":2,"flags":[]}, 
 {"user_id":3,"message_id":2,"flags":[]}, 
 {"user_id":2,"message_id":3,"flags":[]}, 
 {"user_id":3,"message_id":3,"flags":[]}]');
--> statement-breakpoint
insert into "user_statuses" overriding system value select * from json_populate_recordset(null::"user_statuses", '[{"user_id":2,"status_text":"first","emoji_name":"octopus","emoji_code":"1f419","reaction_type":"unicode_emoji"}]');
--> statement-breakpoint
insert into "user_topics" overriding system value select * from json_populate_recordset(null::"user_topics", '[{"id":1,"user_id":2,"stream_id":2,"topic":"plans","visibility_policy":3,"last_updated":"2026-01-05T09:00:00+00:00"}]');
--> statement-breakpoint
insert into "users" overriding system value select * from json_populate_recordset(null::"users", '[{"id":1,"realm_id":1,"delivery_email":"notification-bot@inkwell.invalid","full_name":"Notification Bot","role":400,"is_bot":true,"bot_type":1,"bot_owner_id":null,"is_system_bot":true,"is_active":true,"timezone":"","date_joined":"2026-01-05T09:00:00+00:00","avatar_url":null,"avatar_version":1,"password_hash":null,"api_key":"90PguGfzh8SJJT1nKpCx7EHBKGs4UXTd","settings":{}}, 
 {"id":3,"realm_id":1,"delivery_email":"first@example.org","full_name":"User 1","role":400,"is_bot":false,"bot_type":null,"bot_owner_id":null,"is_system_bot":false,"is_active":true,"timezone":"","date_joined":"2026-01-05T09:00:00+00:00","avatar_url":null,"avatar_version":1,"password_hash":null,"api_key":"VVbtqTLYhKMnvwnxDxvElnhoy6x49pFZ","settings":{}}, 
 {"id":2,"realm_id":1,"delivery_email":"olga@example.org","full_name":"Olga Owner","role":100,"is_bot":false,"bot_type":null,"bot_owner_id":null,"is_system_bot":false,"is_active":true,"timezone":"Europe/Oslo","date_joined":"2026-01-05T09:00:00+00:00","avatar_url":"/user_avatars/1/people/4c4292cc2a406344da363c4e37f261f2.png","avatar_version":2,"password_hash":"scrypt$16384$8$1$dIPm1f9J5HejhS9AkmMOrA==$cIz/mCFacj3uu5llYpT8a4x8/G2WdFaOx/TDyI41/1c=","api_key":"rfoRODtOCze1UF1TFXyJO6joxCPsrYc0","settings":{}}, 
 {"id":4,"realm_id":1,"delivery_email":"first-bot@localhost","full_name":"Bot of first","role":400,"is_bot":true,"bot_type":1,"bot_owner_id":2,"is_system_bot":false,"is_active":true,"timezone":"","date_joined":"2026-01-05T09:00:00+00:00","avatar_url":null,"avatar_version":1,"password_hash":null,"api_key":"dvdQ7APXOdpPLBVwJO82QF8OAjXO5IHN","settings":{}}]');
--> statement-breakpoint
select setval('alert_words_id_seq', 1);
--> statement-breakpoint
select setval('attachments_id_seq', 1);
--> statement-breakpoint
select setval('audit_log_id_seq', 8);
--> statement-breakpoint
select setval('channel_folders_id_seq', 1);
--> statement-breakpoint
select setval('custom_emoji_id_seq', 1);
--> statement-breakpoint
select setval('drafts_id_seq', 1);
--> statement-breakpoint
select setval('email_changes_id_seq', 1);
--> statement-breakpoint
select setval('events_id_seq', 35);
--> statement-breakpoint
select setval('invitations_id_seq', 1);
--> statement-breakpoint
select setval('linkifiers_id_seq', 1);
--> statement-breakpoint
select setval('messages_id_seq', 3);
--> statement-breakpoint
select setval('navigation_views_id_seq', 1);
--> statement-breakpoint
select setval('playgrounds_id_seq', 1);
--> statement-breakpoint
select setval('profile_fields_id_seq', 1);
--> statement-breakpoint
select setval('push_devices_id_seq', 1);
--> statement-breakpoint
select setval('push_tokens_id_seq', 1);
--> statement-breakpoint
select setval('reactions_id_seq', 1);
--> statement-breakpoint
select setval('realm_domains_id_seq', 1);
--> statement-breakpoint
select setval('realm_exports_id_seq', 1);
--> statement-breakpoint
select setval('realms_id_seq', 1);
--> statement-breakpoint
select setval('recipients_id_seq', 2);
--> statement-breakpoint
select setval('reminders_id_seq', 1);
--> statement-breakpoint
select setval('saved_snippets_id_seq', 1);
--> statement-breakpoint
select setval('scheduled_messages_id_seq', 1);
--> statement-breakpoint
select setval('streams_id_seq', 2);
--> statement-breakpoint
select setval('submessages_id_seq', 1);
--> statement-breakpoint
select setval('user_groups_id_seq', 9);
--> statement-breakpoint
select setval('user_topics_id_seq', 2);
--> statement-breakpoint
select setval('users_id_seq', 4);
--> statement-breakpoint
set local session_replication_role = origin;
