import type { AdKind, AdState, Board } from '@app/contract/market/ads';
import { PRICED_AD_KINDS } from '#contract/market/ads';
import { cut } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useShareImage } from '../../../platform/site-brand.ts';
import { JsonLd } from '../../../ui/json-ld.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { usePriceText } from '../use-price-text.ts';

const DESCRIPTION_MAX = 180;
const AVAILABILITY: Partial<Record<AdState, string>> = { active: 'InStock', reserved: 'Reserved', sold: 'SoldOut' };

/** Where the owner does not sell, in the words of GoodRelations. */
const BUSINESS: Partial<Record<AdKind, string>> = { buy: 'Buy', rent: 'LeaseOut', lend: 'LeaseOut' };

export function AdHead({ ad, publicUrl }: { ad: Board; publicUrl: string }) {
  const t = useText();
  const shareImage = useShareImage(publicUrl);
  const priceText = usePriceText();
  const url = `${publicUrl}/ad/${ad.board_id}`;
  const images = ad.board_photos.map((photo) => new URL(photo.src, publicUrl || undefined).href);
  const { board_price: roubles, board_kind: kind, board_price_period: period } = ad;
  const price = roubles === 0 && PRICED_AD_KINDS.includes(kind) ? '' : `${priceText({ roubles, kind, period })}. `;
  const business = BUSINESS[kind];
  const state = ad.board_state;
  const place = ad.city ? { areaServed: ad.city.name } : {};
  return (
    <>
      <PageHead
        title={[ad.board_title, ad.city?.name, t('frame.name')].filter(Boolean).join(' · ')}
        description={cut(price + ad.board_description.replace(/\s+/g, ' '), DESCRIPTION_MAX)}
        canonical={url}
        image={images[0] ?? shareImage}
        noIndex={!(state in AVAILABILITY) || ad.board_circle_only === 1}
        type="product"
      />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: ad.board_title,
          description: ad.board_description,
          ...(images.length > 0 ? { image: images } : {}),
          ...(ad.category ? { category: ad.category.name } : {}),
          offers: {
            '@type': 'Offer',
            url,
            price: ad.board_price,
            ...(business && { businessFunction: `http://purl.org/goodrelations/v1#${business}` }),
            priceCurrency: 'RUB',
            availability: `https://schema.org/${AVAILABILITY[state] ?? 'Discontinued'}`,
            ...place,
          },
        }}
      />
    </>
  );
}
