/**
 * Names and words with several spellings that no rule connects; a search for one finds all. Letters, keyboard layouts
 * and typos are handled by `correctQuery`.
 */
const SYNONYMS: readonly string[] = [
  'айфон iphone',
  'айпад ipad',
  'макбук macbook',
  'аймак imac',
  'эпл apple',
  'эйрподс аирподс airpods',
  'самсунг samsung',
  'галакси galaxy',
  'сяоми ксиаоми ксяоми шаоми xiaomi',
  'редми redmi',
  'хуавей хуавэй huawei',
  'хонор honor',
  'реалми realme',
  'нокиа nokia',
  'леново lenovo',
  'асус asus',
  'асер эйсер acer',
  'делл dell',
  'интел intel',
  'сони sony',
  'плейстейшн плейстейшен playstation пс ps',
  'иксбокс xbox',
  'нинтендо nintendo',
  'филипс philips',
  'бош bosch',
  'сименс siemens',
  'электролюкс electrolux',
  'индезит indesit',
  'аристон ariston',
  'браун braun',
  'тефаль tefal',
  'мулинекс moulinex',
  'макита makita',
  'хускварна husqvarna',
  'штиль stihl',
  'керхер karcher',
  'кэнон канон canon',
  'никон nikon',
  'фуджи fujifilm',
  'гопро gopro',
  'икеа икея ikea',
  'лего lego',
  'барби barbie',
  'найк nike',
  'адидас adidas',
  'рибок reebok',
  'пума puma',
  'ньюбеланс newbalance',
  'конверс converse',
  'зара zara',
  'ямаха yamaha',
  'фендер fender',
  'хонда honda',
  'тойота toyota',
  'камри camry',
  'королла corolla',
  'ниссан nissan',
  'мазда mazda',
  'мицубиси митсубиси mitsubishi',
  'субару subaru',
  'сузуки suzuki',
  'лексус lexus',
  'хендай хундай хендэ хёндэ hyundai',
  'солярис solaris',
  'киа kia',
  'рио rio',
  'форд ford',
  'фокус focus',
  'опель opel',
  'шевроле chevrolet',
  'фольксваген volkswagen',
  'поло polo',
  'шкода skoda',
  'октавия octavia',
  'ауди audi',
  'бмв bmw',
  'мерседес mercedes',
  'рено renault',
  'логан logan',
  'дастер duster',
  'пежо peugeot',
  'ситроен citroen',
  'вольво volvo',
  'лада lada',
  'веста vesta',
  'гранта granta',
  'мишлен michelin',
  'нокиан nokian',
  'стелс stels',
  'мерида merida',
  'трек trek',
  'шимано shimano',
  'гарвин garmin гармин',
  'виндовс windows',
  'андроид android',
  'блютуз bluetooth',
  'юсб usb',
  'гб gb',
  'тб tb',
  'ссд ssd',
  'про pro',
  'макс max',
  'мини mini',
  'велик велосипед',
  'ноут ноутбук',
  'комп компьютер',
  'телек телик телевизор',
  'мобильник мобила смартфон телефон',
  'машина автомобиль авто',
  'дрон коптер квадрокоптер',
  'роутер маршрутизатор',
  'пес собака',
  'кошка кот',
  'картофель картошка',
  'уборка клининг',
  'однушка однокомнатная+квартира',
  'двушка двухкомнатная+квартира',
  'трешка трехкомнатная+квартира',
  'резина шины',
  'пуховик пуховичок',
  'комбез комбинезон',
  'репетитор учитель преподаватель',
  'левайс levis levi',
  'туле thule',
  'касио casio',
  'дайсон dyson',
  'микроволновка микроволновая+печь свч',
  'стиралка стиральная+машина стиральная+машинка',
  'посудомойка посудомоечная+машина',
  'фотик фотоаппарат',
  'холодос холодильник',
  'квадрик квадроцикл',
  'аккум акб аккумулятор',
  'шуруповерт шуруповёрт',
  'байдарка каяк',
  'ребенок дети',
  'человек люди',
  'год лет',
  'стул стулья',
  'дерево деревья',
  'лист листья',
  'друг друзья',
  'брат братья',
];

/** Kinds of things, and names by which their ads go. A search for a kind finds the names; an unknown name finds the kind. */
const KINDS: readonly (readonly [kinds: string, names: string])[] = [
  ['телефон смартфон мобильник мобила', 'iphone galaxy redmi huawei honor realme nokia pixel poco'],
  ['ноутбук ноут', 'macbook thinkpad ideapad vivobook matebook'],
  ['планшет', 'ipad'],
  ['наушники', 'airpods'],
  ['приставка', 'playstation xbox nintendo'],
  [
    'машина автомобиль авто',
    'lada toyota hyundai kia bmw mercedes skoda volkswagen nissan mazda renault ford audi opel chevrolet mitsubishi нива',
  ],
  ['велосипед велик', 'merida bmx'],
];

/** Words that mean any of several things, each of which is never called by the others' names. */
const MEANINGS: readonly (readonly [words: string, things: string])[] = [
  ['байк', 'велосипед мотоцикл bmx'],
  ['колеса', 'шины резина диски'],
  ['машинка', 'машина'],
  ['тачка', 'машина автомобиль lada toyota hyundai kia bmw'],
  ['софа кушетка тахта', 'диван'],
  ['жилье', 'квартира комната дом'],
  ['хата', 'квартира'],
  ['чистка', 'уборка'],
];

const ENDING = /(иями|ями|ами|иях|ях|ах|ией|ей|ой|ою|ею|ом|ем|ам|ям|ов|ев|ие|ые|ий|ый|а|я|о|е|ы|и|у|ю|ь)$/;

const SYNONYM_SETS = new Map<string, readonly (readonly string[])[]>();
for (const line of SYNONYMS) {
  const set = line
    .replaceAll('ё', 'е')
    .split(' ')
    .map((name) => name.split('+'));
  for (const [name = '', ...more] of set) if (more.length === 0) SYNONYM_SETS.set(stemOf(name), set);
}

const NAMES_OF_KIND = new Map<string, readonly string[]>();
const KIND_OF_NAME = new Map<string, string>();
for (const [kinds, names] of KINDS) {
  for (const kind of kinds.split(' ')) NAMES_OF_KIND.set(stemOf(kind), names.split(' '));
  const [kind = ''] = kinds.split(' ');
  for (const name of names.split(' '))
    for (const [spelling = '', ...more] of [[name], ...(SYNONYM_SETS.get(stemOf(name)) ?? [])])
      if (more.length === 0) KIND_OF_NAME.set(stemOf(spelling), kind);
}

for (const [words, things] of MEANINGS)
  for (const word of words.split(' ')) NAMES_OF_KIND.set(stemOf(word), things.split(' '));

/** Whether the list of names knows a word, so that it is no typo of another one. */
export function hasOtherNames(word: string): boolean {
  const stem = stemOf(word);
  return SYNONYM_SETS.has(stem) || NAMES_OF_KIND.has(stem) || KIND_OF_NAME.has(stem);
}

/** The kind of thing that goes by this name: «айфон» is a «телефон». */
export const kindOf = (word: string): string | undefined => KIND_OF_NAME.get(stemOf(word));

/** Other spellings of a word, each as a list of words: synonyms, and forms that the stemmer does not join. */
export function otherSpellings(word: string): string[][] {
  const stem = stemOf(word);
  const known = (SYNONYM_SETS.get(stem) ?? []).filter(
    ([name = '', ...more]) => more.length > 0 || stemOf(name) !== stem,
  );
  const names = NAMES_OF_KIND.get(stem) ?? [];
  return [
    ...known.map((words) => [...words]),
    ...names.map((name) => [name]),
    ...[...fleeting(word), ...lookalike(word)].map((form) => [form]),
  ];
}

/** Spellings of one word that may stand in the vocabulary instead of it. */
export const singleSpellings = (word: string): string[] =>
  otherSpellings(word).flatMap(([spelling = '', ...more]) => (more.length === 0 ? [spelling] : []));

/** Approximates the stem of a Russian word; other words stay as they are. */
function stemOf(word: string): string {
  const bare = word.length > 3 ? word.replace(ENDING, '') : word;
  return bare.length < 2 ? word : bare;
}

const CONSONANT = '[бвгджзклмнпрстфхцчшщ]';
const PARTED = new RegExp(`^(.{2,}${CONSONANT})(ь?)([клнц])$`);
const WITH_VOWEL = new RegExp(`^(.+${CONSONANT})([ое])([клнц])$`);

/**
 * Adds or removes the fleeting vowel of Russian endings ("куртка", "курток"; "кресло", "кресел"), and handles young
 * animals ("котёнок", "котята"). A nonexistent form finds nothing and does no harm.
 */
function fleeting(word: string): string[] {
  if (word.length < 4 || !/^[а-я]+$/.test(word)) return [];
  const young = /^(.{2,})[оя]нок$|^(.{2,})енок$/.exec(word) ?? /^(.{2,})(?:енк|онк)[а-я]{1,3}$/.exec(word);
  if (young) return [`${young[1] ?? young[2]}ята`, ...bare(word)];
  const many = /^(.{2,})ят(?:а|ам|ами|ах)?$/.exec(word);
  if (many) return [`${many[1]}енок`, `${many[1]}енки`];
  return bare(word);
}

const ADJECTIVE = /(ий|ый|ой|ая|яя|ое|ее|ие|ые|ого|его|ому|ему|ую|юю|ых|их|ым|им|ыми|ими)$/;

function bare(word: string): string[] {
  if (ADJECTIVE.test(word)) return [];
  const inserted = PARTED.exec(stemOf(word));
  if (inserted) {
    const [, begin = '', , end = ''] = inserted;
    return [`${begin}о${end}`, `${begin}е${end}`];
  }
  const dropped = word.length > 4 && WITH_VOWEL.exec(word);
  if (!dropped) return [];
  const [, begin = '', , end = ''] = dropped;
  // Any ending will do: the database's stemmer removes it.
  return [`${begin}${end}и`, ...(/[лнр]$/.test(begin) ? [`${begin}ь${end}и`] : [])];
}

const CYRILLIC = 'авекмнорстху';
const LATIN = 'abekmhopctxy';

/** Model names consist of letters that look the same in both alphabets: "А52", "A52". */
function lookalike(word: string): string[] {
  if (!/\d/.test(word)) return [];
  const swapped = [CYRILLIC, LATIN].map((from, i) => {
    const to = i === 0 ? LATIN : CYRILLIC;
    return [...word].map((letter) => to[from.indexOf(letter)] ?? letter).join('');
  });
  return swapped.filter((form) => form !== word);
}
