import type { Lang } from '@app/contract/platform/languages';
import { useLanguage, useText } from '../../platform/i18n.tsx';

const LOCALES: Record<Lang, string> = {
  ru: 'ru_RU',
  en: 'en_US',
  es: 'es_ES',
  de: 'de_DE',
  fr: 'fr_FR',
  it: 'it_IT',
  ko: 'ko_KR',
};

interface PageHeadProps {
  title: string;
  description?: string;
  canonical?: string;
  image?: string;
  /** Atom feed of what the page shows. */
  feed?: string;
  noIndex?: boolean;
  type?: 'website' | 'product' | 'article' | 'profile';
}

/** Title and metadata of a page. React hoists them into `<head>`. */
export function PageHead({
  title,
  description,
  canonical,
  image,
  feed,
  noIndex = false,
  type = 'website',
}: PageHeadProps) {
  const t = useText();
  const lang = useLanguage();
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex, follow" />}
      {canonical && <link rel="canonical" href={canonical} />}
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} />}
      <meta property="og:title" content={title} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={t('frame.name')} />
      <meta property="og:locale" content={LOCALES[lang]} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={image} />}
      {image && <meta name="twitter:card" content="summary_large_image" />}
    </>
  );
}
