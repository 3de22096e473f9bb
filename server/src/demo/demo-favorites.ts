import { type DemoAdWithHistory, demoAdsWithHistory } from './demo-ad-history.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';

export interface DemoFavorite {
  login: string;
  adTitle: string;
  minutesAgo: number;
}

const DAY = 24 * 60;

/** Anna's favorites, latest first: ads from the first page, one sold and one archived. */
const ANNAS: readonly string[] = [
  'Проигрыватель винила и 30 пластинок',
  'Городской велосипед с корзиной, рама M',
  'Керамика ручной работы: вазы и чаша',
  'Фикус в глиняном горшке, 1,2 м',
  'Гибрид для работы и парка, рама L',
  'Глина шамотная, десять килограммов',
  'Кардиган крупной вязки',
  'Камера с объективом 35 мм, светосила 2,8',
  'Объектив 85 мм для портретов',
];

/** Every subscriber has five to twelve favorites, one of them sold and one archived. Deterministic. */
export function demoFavorites(): DemoFavorite[] {
  const random = createRandom(20_240_214);
  const ads = demoAdsWithHistory();
  const isSold = ({ deal }: DemoAdWithHistory) => deal === 'sold';
  const isArchived = ({ archivedDaysAgo, expired }: DemoAdWithHistory) => archivedDaysAgo !== undefined && !expired;
  const isListed = (ad: DemoAdWithHistory) =>
    ad.kind === undefined &&
    !isSold(ad) &&
    ad.archivedDaysAgo === undefined &&
    ad.enabled !== false &&
    !ad.matchedWord &&
    !ad.blockedReason;
  const subscribers = demoPeople().filter(({ paidForDays }) => (paidForDays ?? 0) > 0);
  return subscribers.flatMap(({ login }) => {
    const others = ads.filter(({ ownerLogin }) => ownerLogin !== login);
    const chosen =
      login === 'anna'
        ? ANNAS.map((title) => findAd(ads, title))
        : [
            random.pick(others.filter(isSold)),
            random.pick(others.filter(isArchived)),
            ...random.shuffle(others.filter(isListed)).slice(0, random.whole(3, 10)),
          ];
    return chosen.map((ad) => ({ login, adTitle: ad.title, minutesAgo: favoritedAgo(ad, random) }));
  });
}

function findAd(ads: readonly DemoAdWithHistory[], title: string): DemoAdWithHistory {
  const ad = ads.find((one) => one.title === title);
  if (ad === undefined) throw new Error(`no demo ad has the title ${title}`);
  return ad;
}

function favoritedAgo({ ageMinutes, archivedDaysAgo = 0 }: DemoAdWithHistory, random: Random): number {
  const left = archivedDaysAgo * DAY;
  return Math.round(left + (ageMinutes - left) * (0.1 + random.next() * 0.8));
}

export function demoFollowers(): { follower: string; person: string }[] {
  const random = createRandom(20_220_606);
  const people = demoPeople();
  const sellers = people.slice(0, 8);
  return people.flatMap(({ login: follower }) =>
    random
      .shuffle(sellers.filter(({ login }) => login !== follower))
      .slice(0, random.whole(0, 3))
      .map(({ login: person }) => ({ follower, person })),
  );
}
