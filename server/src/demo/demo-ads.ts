import type { CategoryIcon } from '@app/contract/reference/reference';
import { type DemoPerson, demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';
import { HOME_AND_ROADS } from './subjects/home-and-roads.ts';
import { CLOSINGS, type Subject } from './subjects/subject.ts';
import { THINGS_AND_PETS } from './subjects/things-and-pets.ts';
import { WORK_AND_SERVICES } from './subjects/work-and-services.ts';

export interface DemoAd {
  ownerLogin: string;
  title: string;
  description: string;
  priceRoubles: number;
  category: CategoryIcon;
  countryIso: string;
  city: string;
  /** Names of pictures in `pictures/`, without extension; the first is the card's picture. */
  photos: readonly string[];
  ageMinutes: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const OLDEST_DAYS = 60;
/** Minimum distance between cards with the same picture: one and a half rows of the widest page. */
const PICTURE_GAP = 6;

type Showcase = readonly [
  category: CategoryIcon,
  photos: readonly string[],
  title: string,
  priceRoubles: number,
  city: string,
  ownerLogin: string,
  description: string,
];

// First page of the list, newest first.
// biome-ignore format: a table of data
const SHOWCASE: readonly Showcase[] = [
  ['car', ['bike', 'bike2', 'bike3'], 'Городской велосипед с корзиной, рама M', 18500, 'Kazan', 'igor', 'Собрал для себя два года назад: стальная рама, кожаное седло, плетёная корзина. Перед продажей поменял цепь и колодки, колёса ровные. Подойдёт на рост 165–178 см. Дам прокатиться по двору.'],
  ['plant', ['armchair'], 'Кресло из зелёного велюра, дубовые ножки', 12900, 'Kazan', 'anna', 'Стояло в гостиной у окна, в переезд не помещается. Велюр плотный, без зацепок, ножки откручиваются. Ширина 78 см, проходит в обычную дверь. Забирать в Вахитовском районе.'],
  ['laptop', ['camera'], 'Плёночная камера с объективом 50 мм', 9400, 'Samara', 'maria', 'Снимала на неё три последних года, затвор отрабатывает все выдержки. Стекло чистое, светоуплотнители заменены. Покажу плёнку, снятую на прошлой неделе. Ремень и крышка в комплекте.'],
  ['building', ['room'], 'Студия 32 м² у парка, на длительный срок', 34000, 'Kazan', 'olga', 'Тихий двор, за окном парк Чёрное озеро. Большая кровать, рабочий стол, вся техника и быстрый интернет. Коммунальные платежи по счётчикам, залог можно разделить на два месяца. С аккуратным питомцем можно.'],
  ['laptop', ['turntable'], 'Проигрыватель винила и 30 пластинок', 21000, 'Kazan', 'timur', 'Прямой привод, новая игла, тонарм выставлен. К нему тридцать пластинок: джаз, эстрада, немного классики. Можно послушать у меня в студии. Упакую в заводскую коробку.'],
  ['plant', ['plant'], 'Фикус в глиняном горшке, 1,2 м', 2300, 'Ufa', 'dina', 'Вырос с черенка и упёрся в полку, пора ему в комнату повыше. Полив раз в неделю, любит рассеянный свет. Горшок глиняный, с поддоном. Маленький отросток отдам в придачу.'],
  ['palette', ['guitar'], 'Акустическая гитара с чехлом', 7800, 'Nizhny Novgorod', 'pavel', 'Верхняя дека из ели, гриф ровный, струны поставил на прошлой неделе. Звук тёплый, для дома и костра. Чехол плотный, с карманом для нот.'],
  ['laptop', ['laptop'], 'Ноутбук 14 дюймов, 16 ГБ, гарантия до мая', 58000, 'Perm', 'sergey', 'Куплен в прошлом мае, чек и коробка на месте. Память 16 ГБ, накопитель 512 ГБ, батарея держит семь часов. Использовал для чертежей и почты, не перегревается. Продаю, потому что подарили другой.'],
  ['plant', ['moka'], 'Гейзерная кофеварка на 6 чашек', 1900, 'Kazan', 'anna', 'Варит шесть маленьких чашек густого кофе за пять минут. Прокладка новая, накипи нет. Для газовой и электрической плиты.'],
  ['laptop', ['headphones'], 'Накладные наушники, кожа и металл', 6200, 'Yekaterinburg', 'olga', 'Мягкая кожа, металлическая дуга, складываются. Звук спокойный, в очках не давят. Слушала дома, на улицу не выносила. Кабель и чехол в комплекте.'],
  ['car', ['tires'], 'Комплект зимних шин R17 на дисках', 27500, 'Perm', 'sergey', 'Четыре колеса 225/50 R17 на литых дисках, проехали один сезон. Остаток протектора восемь миллиметров, ремонтов не было. Хранились стоя, в сухом гараже. Гайки и секретки отдам вместе.'],
  ['plant', ['ceramics'], 'Керамика ручной работы: вазы и чаша', 4600, 'Ufa', 'dina', 'Три вазы и чаша с моей последней выставки. Шамот, матовая глазурь, обжиг 1200 градусов. Воду держат, в чаше можно подавать еду. Заверну бережно.'],
  ['hanger', ['suitcase'], 'Жёлтый чемодан, ручная кладь', 3900, 'Kazan', 'anna', 'Проходит в салон, колёса тихие, на ленте его видно издалека. Летал четыре раза, на боку одна царапина. Внутри ремни и сетка.'],
  ['plant', ['lamp'], 'Настольная лампа с керамическим основанием', 3200, 'Kazan', 'anna', 'Тёплый свет для вечера и книги. Основание тяжёлое, синяя глазурь, абажур льняной. Проводка новая, лампочка E27 в комплекте.'],
  ['palette', ['chess'], 'Шахматы из бука и ореха, доска 45 см', 5400, 'Nizhny Novgorod', 'pavel', 'Выточил сам: бук и орех, масло без лака, сукно на донышках. Доска 45 сантиметров, клетка 50 миллиметров, второй ферзь в комплекте. Фигуры устойчивые, приятно держать в руке.'],
  ['stroller', ['toys'], 'Деревянные игрушки для малышей', 0, 'Kazan', 'maria', 'Пирамидка, кубики, машинка и мячик: племянник вырос. Дерево гладкое, краска на водной основе. Всё вымыто, отдам вместе с корзиной.'],
];

/**
 * All demo ads in the list, newest first: the showcase, then one ad per title of the subjects. Deterministic, so that
 * screenshots can be compared.
 */
export function demoAds(): DemoAd[] {
  const random = createRandom(20_201_231);
  const people = demoPeople();
  const sellers = people.filter((person) => person.paidForDays !== null);
  const subjects = [...HOME_AND_ROADS, ...WORK_AND_SERVICES, ...THINGS_AND_PETS];
  const rest = spreadPictures(random.shuffle(subjects.flatMap((subject) => describeSubject(subject, sellers, random))));
  return [...showcase(people), ...spreadInTime(rest, random)];
}

function showcase(people: readonly DemoPerson[]): DemoAd[] {
  return SHOWCASE.map(([category, photos, title, priceRoubles, city, ownerLogin, description], index) => {
    if (!people.some(({ login }) => login === ownerLogin)) throw new Error(`no demo user has the login ${ownerLogin}`);
    const ageMinutes = 25 + index * 47;
    return { ownerLogin, title, description, priceRoubles, category, countryIso: 'RU', city, photos, ageMinutes };
  });
}

type Undated = Omit<DemoAd, 'ageMinutes'>;

function describeSubject(subject: Subject, sellers: readonly DemoPerson[], random: Random): Undated[] {
  return subject.titles.map(([title, priceRoubles], index) => {
    const owner = random.pick(sellers);
    return {
      ownerLogin: owner.login,
      title,
      description: describe(subject, random),
      priceRoubles,
      category: subject.category,
      countryIso: owner.countryIso,
      city: owner.city,
      photos: subject.photos[index % subject.photos.length] ?? [],
    };
  });
}

function describe({ about, more, closing }: Subject, random: Random): string {
  const details = random.shuffle(more).slice(0, random.whole(1, 2));
  return [random.pick(about), ...details, random.pick(CLOSINGS[closing])].join(' ');
}

/** Keeps the order except for ads whose picture appears on one of the last cards, which move further down. */
function spreadPictures(ads: readonly Undated[]): Undated[] {
  const waiting = [...ads];
  const spread: Undated[] = [];
  while (waiting.length > 0) {
    const recent = spread.slice(-PICTURE_GAP).flatMap(({ photos }) => photos.slice(0, 1));
    const free = waiting.findIndex(({ photos }) => photos[0] === undefined || !recent.includes(photos[0]));
    spread.push(...waiting.splice(Math.max(free, 0), 1));
  }
  return spread;
}

function spreadInTime(ads: readonly Undated[], random: Random): DemoAd[] {
  const span = (OLDEST_DAYS - 1) * DAY;
  let previous = 0;
  return ads.map((ad, index) => {
    const even = DAY + span * (index / ads.length) ** 1.25;
    previous = Math.max(previous + 1, Math.round(even) + random.whole(0, HOUR));
    return { ...ad, ageMinutes: previous };
  });
}
