import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { useShareImage } from '../../../platform/site-brand.ts';
import { JsonLd } from '../../../ui/json-ld.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { CardAd } from '../ad-card.tsx';
import { type AdFilters, feedHref, listHref, narrowedCount } from './filters/ad-filters.ts';
import { usePlaceName } from './filters/use-place-name.ts';

interface AdsHeadProps {
  ads: readonly CardAd[];
  filters: AdFilters;
  names: { category?: string | undefined; country?: string | undefined; city?: string | undefined };
  publicUrl: string;
}

/** Search results and thin combinations are excluded from indexing; categories, places and their pages are indexed. */
function isThin(filters: AdFilters, ads: readonly CardAd[]): boolean {
  const { search, category, country, city, radius, district, sort } = filters;
  const isNarrow =
    narrowedCount(filters) > 0 ||
    radius !== null ||
    district !== '' ||
    sort !== null ||
    (category !== null && (city ?? country) !== null);
  return search !== '' || isNarrow || ads.length === 0;
}

export function AdsHead({ ads, filters, names, publicUrl }: AdsHeadProps) {
  const t = useText();
  const lang = useLanguage();
  const { full } = usePlaceName();
  const shareImage = useShareImage(publicUrl);
  const where = names.city ?? names.country;
  const place = [names.category, where && full(where, filters)].filter(Boolean).join(', ');
  const title = place === '' ? t('ads.list.title') : t('ads.list.titleIn', { place });
  const paged = filters.page > 1 ? t('ads.list.titlePage', { title, page: filters.page }) : title;
  return (
    <>
      <PageHead
        title={`${paged} · ${t('frame.name')}`}
        description={t('ads.list.description')}
        canonical={publicUrl + listHref(filters)}
        image={shareImage}
        feed={feedHref(filters, lang)}
        noIndex={isThin(filters, ads)}
      />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          numberOfItems: ads.length,
          itemListElement: ads.map((ad, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            url: `${publicUrl}/ad/${ad.board_id}`,
            name: ad.board_title,
          })),
        }}
      />
    </>
  );
}
