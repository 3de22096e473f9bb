import type { AdDeal } from '@app/contract/market/ads';
import { type DemoAd, demoAds } from './demo-ads.ts';
import { createRandom, seedOf } from './random.ts';

const DAY = 24 * 60;
const GRAPH_DAYS = 30;

export interface DemoAdWithHistory extends DemoAd {
  deal?: AdDeal;
  enabled?: boolean;
  archivedDaysAgo?: number;
  expired?: boolean;
  /** Expires in so many days; the owner was notified. */
  endsInDays?: number;
  matchedWord?: string;
  blockedReason?: string;
}

const RESERVED: readonly string[] = [
  'Пластинки рок восьмидесятых',
  'Комод и тумба, светлое дерево',
  'Гибрид для работы и парка, рама L',
  'Монитор 27 дюймов, 4К',
];
const ENDS_IN_DAYS: Readonly<Record<string, number>> = {
  'Оранжевый велосипед, один сезон': 2,
  'Юбка плиссе, 42 размер': 2,
  'Пара шин 195/65 R15': 2,
};

type PastAdTuple = readonly [
  ownerLogin: string,
  city: string,
  category: DemoAd['category'],
  photo: string,
  title: string,
  priceRoubles: number,
  ageDays: number,
  became: Omit<DemoAdWithHistory, keyof DemoAd>,
  description: string,
];

// Anna has an ad in every state, so that all of her lists have content.
// biome-ignore format: a table of data
const PAST_ADS: readonly PastAdTuple[] = [
  ['anna', 'Kazan', 'plant', 'ceramics', 'Ваза из тёмной глины', 1500, 9, { deal: 'sold' }, 'Высота 24 см, внутри глазурь, воду держит. Стояла на полке без цветов. Заверну в два слоя бумаги.'],
  ['anna', 'Kazan', 'laptop', 'headphones', 'Наушники с оголовьем, запасные амбушюры', 3400, 12, { enabled: false }, 'Запасные амбушюры в коробке, кабель полтора метра. Звук ровный, подойдут и для дома, и для дороги.'],
  ['anna', 'Kazan', 'palette', 'chess', 'Настольная рулетка «Казино», сукно и фишки', 2600, 5, { matchedWord: 'казино' }, 'Подарили на новоселье, сыграли один вечер. Сукно чистое, фишки пересчитаны, шарик и лопатка на месте.'],
  ['anna', 'Kazan', 'hanger', 'suitcase', 'Сумка с логотипом модного дома', 6900, 11, { blockedReason: 'Похоже на копию известной марки. Если вещь подлинная, приложите фото бирки и чека.' }, 'Вместительная, ручки длинные, внутри два кармана. Носили бережно, царапин нет.'],
  ['anna', 'Kazan', 'plant', 'plant', 'Фикус в светлом горшке, 60 см', 900, 40, { archivedDaysAgo: 4 }, 'Здоровый, стоит в светлой комнате, поливать раз в неделю. Отдам с поддоном и лейкой.'],
  ['anna', 'Kazan', 'plant', 'armchair', 'Пуф к зелёному креслу', 3100, 33, { archivedDaysAgo: 9 }, 'Тот же велюр, что у кресла, ножки дубовые. Можно сидеть и ставить ноги, крышка не проминается.'],
  ['anna', 'Kazan', 'hanger', 'suitcase', 'Чемодан на четырёх колёсах, средний', 4200, 66, { archivedDaysAgo: 6, expired: true }, 'Вмещает вещи на неделю вдвоём. Колёса тихие, замок с кодом, внутри два ремня.'],
  ['igor', 'Kazan', 'car', 'bike3', 'Складной велосипед, колёса 20 дюймов', 11900, 16, { deal: 'sold' }, 'Помещается в лифт и в багажник. Планетарная втулка на три скорости, крылья и фара на месте.'],
  ['dina', 'Ufa', 'palette', 'ceramics', 'Гончарный фартук, лён', 1200, 68, { archivedDaysAgo: 8, expired: true }, 'Плотный лён, два кармана, завязки сзади. Стирается в машине, глина не держится.'],
  ['dina', 'Ufa', 'palette', 'ceramics', 'Глина шамотная, десять килограммов', 1400, 14, { deal: 'sold' }, 'Осталась от выставки, упаковка не вскрыта. Обжиг до 1250 градусов, цвет светлый.'],
  ['sergey', 'Perm', 'laptop', 'camera', 'Цифровая камера с двумя батареями', 13500, 21, { deal: 'sold' }, 'Чек и коробка на месте, матрица чистая. Вторая батарея новая, сумка в подарок.'],
  ['olga', 'Yekaterinburg', 'plant', 'lamp', 'Торшер с льняным абажуром', 4800, 26, { deal: 'sold' }, 'Свет ровный и тёплый, шнур с выключателем на полу. Абажур чистый, запасной отдам вместе.'],
  ['timur', 'Kazan', 'laptop', 'turntable', 'Фонокорректор с блоком питания', 7400, 28, { archivedDaysAgo: 5 }, 'Шум ниже слышимого, два входа. Провода к нему приложу.'],
  ['pavel', 'Nizhny Novgorod', 'palette', 'chess', 'Доска для нардов, ясень', 6200, 36, { archivedDaysAgo: 8 }, 'Сделана весной, играли дважды. Петли латунные, сукно зелёное, фишки из ореха и клёна.'],
  ['maria', 'Samara', 'laptop', 'camera', 'Объектив 85 мм для портретов', 16800, 31, { archivedDaysAgo: 3 }, 'Стекло чистое, лепестки сухие, фокусировка плавная. Пример снимков пришлю.'],
];

export function pastAds(): DemoAdWithHistory[] {
  return PAST_ADS.map(([ownerLogin, city, category, photo, title, priceRoubles, ageDays, became, description]) => ({
    ...{ ownerLogin, countryIso: 'RU', city, category, photos: [photo], title, priceRoubles, description },
    ageMinutes: ageDays * DAY + 7 * 60,
    ...became,
  }));
}

export function demoAdsWithHistory(): DemoAdWithHistory[] {
  const listed = demoAds().map(
    (ad): DemoAdWithHistory => ({
      ...ad,
      ...(RESERVED.includes(ad.title) && { deal: 'reserved' }),
      ...(ENDS_IN_DAYS[ad.title] && { endsInDays: ENDS_IN_DAYS[ad.title] }),
    }),
  );
  return [...listed, ...pastAds()];
}

export interface DemoDay {
  daysAgo: number;
  views: number;
  phones: number;
}

/** Daily statistics of an ad since its publication: high at first, decreasing later. Deterministic. */
export function demoDays({ title, ageMinutes, archivedDaysAgo = 0, matchedWord }: DemoAdWithHistory): DemoDay[] {
  if (matchedWord !== undefined) return [];
  const random = createRandom(seedOf(title));
  const interest = random.whole(6, 26);
  const age = Math.ceil(ageMinutes / DAY);
  const days: DemoDay[] = [];
  for (let daysAgo = Math.min(age, GRAPH_DAYS); daysAgo >= Math.max(1, archivedDaysAgo); daysAgo -= 1) {
    const views = Math.round((interest * (0.5 + random.next())) / (1 + (age - daysAgo) / 8));
    const called = random.next() < views / 40 ? 1 : 0;
    days.push({ daysAgo, views, phones: called });
  }
  return days;
}
