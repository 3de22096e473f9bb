import type { Lang } from '@app/contract/platform/languages';
import type { Services } from '../../platform/domain/services.ts';
import type { Email } from '../../platform/mail/email.ts';
import { texts } from '../../platform/texts.ts';

interface NamedAd {
  ad_id: number;
  title: string;
  /** Whole roubles; 0 means not stated. */
  price: number;
}

export function adEmailItem(
  { config }: Services,
  lang: Lang,
  { ad_id, title, price }: NamedAd,
): NonNullable<Email['items']>[number] {
  return {
    title,
    note: price > 0 ? texts.t(lang, 'mail.price', { price }) : texts.t(lang, 'ads.price.none'),
    link: `${config.publicUrl}/ad/${ad_id}`,
  };
}
