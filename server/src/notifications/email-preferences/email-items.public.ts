import type { AdKind, PricePeriod } from '@app/contract/market/ads';
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
  if (kind === 'swap') return texts.t(lang, 'ads.price.swap');
  if (kind === 'give' || kind === 'lend') return texts.t(lang, 'ads.price.free');
  if (roubles === 0) return texts.t(lang, 'ads.price.none');
  const price = texts.t(lang, 'mail.price', { price: roubles });
  if (kind === 'buy') return texts.t(lang, 'ads.price.upTo', { price });
  return price_period === null ? price : texts.t(lang, `ads.price.${price_period}`, { price });
}
