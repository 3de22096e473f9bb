import { formatPrice } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';

export function Price({ roubles, className }: { roubles: number; className?: string | undefined }) {
  const t = useText();
  const lang = useLanguage();
  return <p className={className}>{roubles === 0 ? t('ads.price.none') : formatPrice(lang, roubles)}</p>;
}
