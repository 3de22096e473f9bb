import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import { priceWords } from '@app/contract/market/price-words';
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
  return ({ roubles, kind, period }) => {
    const price = formatPrice(lang, roubles);
    const words = priceWords(roubles, kind, period);
    return words === null ? price : t(`ads.price.${words}`, { price });
  };
}
