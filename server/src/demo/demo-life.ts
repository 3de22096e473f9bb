import type { AdDeal } from '@app/contract/ads';
import type { DemoAd } from './demo-ads.ts';
import { createRandom } from './random.ts';

const DAY = 24 * 60;
/** Days of a graph. */
const GRAPH_DAYS = 30;

/** What became of an ad that is not in the list any more. */
export interface PastAd extends DemoAd {
  deal?: AdDeal;
  enabled?: boolean;
  archivedDaysAgo?: number;
  /** In the archive because its time was over. */
  expired?: boolean;
}

/** Anna's older things: one in every state, so that each of a seller's lists has something to show. */
export function pastAds(): PastAd[] {
  const annas = { ownerLogin: 'anna', countryIso: 'RU', city: 'Kazan' };
  return [
    {
      ...annas,
      category: 'plant',
      photos: ['ceramics'],
      title: 'Ваза из тёмной глины',
      priceRoubles: 1500,
      description: 'Высота 24 см, внутри глазурь, воду держит. Стояла на полке без цветов. Заверну в два слоя бумаги.',
      ageMinutes: 9 * DAY,
      deal: 'sold',
    },
    {
      ...annas,
      category: 'laptop',
      photos: ['headphones'],
      title: 'Наушники с оголовьем, запасные амбушюры',
      priceRoubles: 3400,
      description: 'Запасные амбушюры в коробке, кабель полтора метра. Звук ровный, подойдут и для дома, и для дороги.',
      ageMinutes: 12 * DAY,
      enabled: false,
    },
    {
      ...annas,
      category: 'plant',
      photos: ['plant'],
      title: 'Фикус в светлом горшке, 60 см',
      priceRoubles: 900,
      description: 'Здоровый, стоит в светлой комнате, поливать раз в неделю. Отдам с поддоном и лейкой.',
      ageMinutes: 40 * DAY,
      archivedDaysAgo: 4,
    },
    {
      ...annas,
      category: 'hanger',
      photos: ['suitcase'],
      title: 'Чемодан на четырёх колёсах, средний',
      priceRoubles: 4200,
      description: 'Вмещает вещи на неделю вдвоём. Колёса тихие, замок с кодом, внутри два ремня.',
      ageMinutes: 66 * DAY,
      archivedDaysAgo: 6,
      expired: true,
    },
  ];
}

export interface DemoDay {
  /** Days before the day of seeding. */
  daysAgo: number;
  views: number;
  messages: number;
  phones: number;
}

/** What happened to an ad on the days since it appeared: much at first, less later. The same in every run. */
export function demoDays({ title, ageMinutes }: Pick<DemoAd, 'title' | 'ageMinutes'>): DemoDay[] {
  const random = createRandom([...title].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7));
  const interest = random.whole(6, 26);
  const age = Math.ceil(ageMinutes / DAY);
  const days: DemoDay[] = [];
  for (let daysAgo = Math.min(age, GRAPH_DAYS); daysAgo >= 1; daysAgo -= 1) {
    const views = Math.round((interest * (0.5 + random.next())) / (1 + (age - daysAgo) / 8));
    const called = random.next() < views / 40 ? 1 : 0;
    days.push({ daysAgo, views, messages: random.next() < views / 25 ? 1 : 0, phones: called });
  }
  return days;
}
