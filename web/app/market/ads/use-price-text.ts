import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import { PRICED_AD_KINDS } from '#contract/market/ads';
import { formatPrice } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';

export interface AdPrice {
  roubles: number;
  kind?: AdKind | undefined;
  period?: PricePeriod | undefined;
}

/** What an ad costs, in the words of its kind. */
export function usePriceText(): (price: AdPrice) => string {
  const t = useText();
  const lang = useLanguage();
  return ({ roubles, kind = 'sell', period }) => {
    if (kind === 'swap') return t('ads.price.swap');
    if (!PRICED_AD_KINDS.includes(kind)) return t('ads.price.free');
    if (roubles === 0) return t('ads.price.none');
    const price = formatPrice(lang, roubles);
    if (kind === 'buy') return t('ads.price.upTo', { price });
    return period === undefined ? price : t(`ads.price.${period}`, { price });
  };
}
