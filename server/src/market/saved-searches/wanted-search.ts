import { AD_RADIUS_USUAL_KM } from '@app/contract/market/ads';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { searchWords } from '../../platform/search/parse-search.ts';
import { citiesWithin } from '../../reference/reference.public.ts';
import { withoutEmpty } from './normalize-filters.ts';
import { insertSearch } from './save-search.ts';

/** How titles of wanted ads begin in the languages of the site; ads for sale do not say these words. */
const WANTING = new Set(
  [
    'куплю ищу нужен нужна нужно нужны приму приобрету срочно возьму',
    'wanted want buy buying need looking for compro busco necesito cerco cercasi',
    'suche kaufe gesucht cherche recherche achète 구매 구합니다 삽니다',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Keeps the saved search of a wanted ad in agreement with it: what the ad says is what is looked for among ads for sale.
 * The search of an ad that is not shown now stays, and matches nothing meanwhile.
 */
export async function followWantedAd({ pool }: Services, tx: Tx, adId: number): Promise<void> {
  const ad = await tx
    .selectFrom('ads')
    .select(['owner_id', 'kind', 'is_external', 'title', 'price_roubles', 'category_id', 'country_id', 'city_id'])
    .where('id', '=', adId)
    .executeTakeFirst();
  const words = wantedWords(ad?.title ?? '');
  const isFollowed = ad?.kind === 'buy' && !ad.is_external && (words !== '' || ad.category_id !== null);
  if (!isFollowed) {
    await tx.deleteFrom('saved_searches').where('wanted_ad_id', '=', adId).execute();
    return;
  }
  const { owner_id, price_roubles, category_id, country_id, city_id } = ad;
  const radius = city_id === null ? undefined : AD_RADIUS_USUAL_KM;
  const filters = withoutEmpty({
    search: words,
    category_id,
    country_id,
    city_id,
    price_to: price_roubles,
    kind: 'sell',
    radius,
  });
  const cityIds = city_id === null ? null : await citiesWithin(pool, city_id, AD_RADIUS_USUAL_KM);
  await insertSearch(tx, owner_id, filters, cityIds, adId);
}

const wantedWords = (title: string): string =>
  searchWords(title)
    .filter((word) => !WANTING.has(word))
    .join(' ');
