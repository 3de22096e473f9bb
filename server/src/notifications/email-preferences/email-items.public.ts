import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import { priceWords } from '@app/contract/market/price-words';
import type { Lang } from '@app/contract/platform/languages';
import type { Services } from '../../platform/domain/services.ts';
import type { Email } from '../../platform/mail/email.ts';
import { texts } from '../../platform/texts.ts';

interface NamedAd {
  ad_id: number;
  title: string;
  /** Whole roubles; 0 means not stated. */
  price: number;
  kind: AdKind;
  price_period: PricePeriod | null;
}

export function adEmailItem(
  { config }: Services,
  lang: Lang,
  { ad_id, title, ...ad }: NamedAd,
): NonNullable<Email['items']>[number] {
  return {
    title,
    note: priceNote(lang, ad),
    link: `${config.publicUrl}/ad/${ad_id}`,
  };
}

function priceNote(lang: Lang, { price: roubles, kind, price_period }: Omit<NamedAd, 'ad_id' | 'title'>): string {
  const price = texts.t(lang, 'mail.price', { price: roubles });
  const words = priceWords(roubles, kind, price_period);
  return words === null ? price : texts.t(lang, `ads.price.${words}`, { price });
}
