import type { Lang } from '@app/contract/platform/languages';
import { logoUrl } from '@app/contract/platform/site-logo';
import { useId } from 'react';
import { useBrand } from '../../platform/site-brand.ts';
import styles from './brand.module.css';

// Outlines of the letters after the mark, from Onest 760 (em = 100). The mark itself is the first «о».
const REST = {
  ru: {
    width: 229.4,
    d: 'M5.3 0L5.3 -52.7L20.4 -52.7L20.4 -33L28.1 -33L40.4 -52.7L57.5 -52.7L41.2 -28L57.3 0L40 0L28.9 -19.4L20.4 -19.4L20.4 0ZM86.1 0.7Q78.2 0.7 72.1 -2.5Q66 -5.7 62.6 -11.8Q59.2 -17.8 59.2 -26.2Q59.2 -34.8 62.7 -41Q66.1 -47.1 72.2 -50.4Q78.2 -53.7 85.9 -53.7Q93.8 -53.7 99.8 -50.3Q105.8 -46.9 109.2 -40.8Q112.6 -34.6 112.6 -26Q112.6 -17.6 109.3 -11.6Q106 -5.6 100.1 -2.5Q94.1 0.7 86.1 0.7ZM85.9 -13.2Q90.3 -13.2 92.9 -15.2Q95.5 -17.1 96.6 -20.1Q97.7 -23 97.7 -26.2Q97.7 -29.5 96.6 -32.6Q95.5 -35.7 92.9 -37.7Q90.3 -39.7 85.9 -39.7Q81.6 -39.7 79 -37.7Q76.3 -35.7 75.2 -32.6Q74 -29.5 74 -26.2Q74 -22.9 75.2 -20Q76.3 -17 79 -15.1Q81.6 -13.2 85.9 -13.2ZM115.1 -13.8Q118 -13.8 119.8 -15.4Q121.5 -17 122.3 -19.5Q123.1 -22 123.5 -24.7Q123.8 -27.3 123.9 -29.4Q124.2 -33.6 124.3 -38.1Q124.4 -42.7 124.5 -46.7Q124.6 -50.6 124.6 -52.7L166.6 -52.7L166.6 0L151.5 0L151.5 -39.2L138.3 -39.2Q138.2 -36.1 138.1 -32.4Q138 -28.6 137.7 -24.8Q137.6 -22.3 137.3 -19.5Q137 -16.6 136.3 -13.8Q135.7 -10.9 134.5 -8.4Q133.3 -5.9 131.4 -4.1Q128.9 -1.9 125.1 -0.9Q121.3 0.1 115.1 0.1ZM200.9 0.7Q193 0.7 186.9 -2.5Q180.8 -5.7 177.4 -11.8Q174 -17.8 174 -26.2Q174 -34.8 177.5 -41Q180.9 -47.1 187 -50.4Q193 -53.7 200.7 -53.7Q208.6 -53.7 214.6 -50.3Q220.6 -46.9 224 -40.8Q227.4 -34.6 227.4 -26Q227.4 -17.6 224.1 -11.6Q220.8 -5.6 214.9 -2.5Q208.9 0.7 200.9 0.7ZM200.7 -13.2Q205.1 -13.2 207.7 -15.2Q210.3 -17.1 211.4 -20.1Q212.5 -23 212.5 -26.2Q212.5 -29.5 211.4 -32.6Q210.3 -35.7 207.7 -37.7Q205.1 -39.7 200.7 -39.7Q196.4 -39.7 193.8 -37.7Q191.1 -35.7 190 -32.6Q188.8 -29.5 188.8 -26.2Q188.8 -22.9 190 -20Q191.1 -17 193.8 -15.1Q196.4 -13.2 200.7 -13.2Z',
  },
  en: {
    width: 197.4,
    d: 'M5.3 0L5.3 -70.8L20.4 -70.8L20.4 -33L26.8 -33L39.1 -52.7L56.1 -52.7L39.4 -27.6L57.4 0L39.9 0L27.3 -19.5L20.4 -19.5L20.4 0ZM85.7 0.7Q77.8 0.7 71.7 -2.5Q65.6 -5.7 62.2 -11.8Q58.8 -17.8 58.8 -26.2Q58.8 -34.8 62.3 -41Q65.7 -47.1 71.8 -50.4Q77.8 -53.7 85.5 -53.7Q93.4 -53.7 99.4 -50.3Q105.4 -46.9 108.8 -40.8Q112.2 -34.6 112.2 -26Q112.2 -17.6 108.9 -11.6Q105.6 -5.6 99.7 -2.5Q93.7 0.7 85.7 0.7ZM85.5 -13.2Q89.8 -13.2 92.5 -15.1Q95.1 -16.9 96.2 -19.9Q97.3 -22.9 97.3 -26.2Q97.3 -29.4 96.2 -32.5Q95.1 -35.6 92.5 -37.6Q89.9 -39.7 85.5 -39.7Q81.2 -39.7 78.6 -37.6Q75.9 -35.6 74.8 -32.6Q73.6 -29.5 73.6 -26.2Q73.6 -22.8 74.8 -19.9Q75.9 -16.9 78.6 -15.1Q81.2 -13.2 85.5 -13.2ZM119.5 0L119.5 -70.8L134.6 -70.8L134.6 0ZM168.9 0.7Q161 0.7 154.9 -2.5Q148.8 -5.7 145.4 -11.8Q142 -17.8 142 -26.2Q142 -34.8 145.5 -41Q148.9 -47.1 155 -50.4Q161 -53.7 168.7 -53.7Q176.6 -53.7 182.6 -50.3Q188.6 -46.9 192 -40.8Q195.4 -34.6 195.4 -26Q195.4 -17.6 192.1 -11.6Q188.8 -5.6 182.9 -2.5Q176.9 0.7 168.9 0.7ZM168.7 -13.2Q173 -13.2 175.7 -15.1Q178.3 -16.9 179.4 -19.9Q180.5 -22.9 180.5 -26.2Q180.5 -29.4 179.4 -32.5Q178.3 -35.6 175.7 -37.6Q173.1 -39.7 168.7 -39.7Q164.4 -39.7 161.8 -37.6Q159.1 -35.6 158 -32.6Q156.8 -29.5 156.8 -26.2Q156.8 -22.8 158 -19.9Q159.1 -16.9 161.8 -15.1Q164.4 -13.2 168.7 -13.2Z',
  },
} as const;

function Glyph({ maskId, ring = 'var(--ok-mark)' }: { maskId: string; ring?: string }) {
  return (
    <>
      <mask id={maskId} maskUnits="userSpaceOnUse" x="-5" y="-70" width="80" height="80">
        <rect x="-5" y="-70" width="80" height="80" fill="#fff" />
        <circle cx="49.4" cy="-48.7" r="15.4" fill="#000" />
      </mask>
      <circle cx="27.2" cy="-26.5" r="20.2" fill="none" stroke={ring} strokeWidth="14" mask={`url(#${maskId})`} />
      <circle cx="49.4" cy="-48.7" r="10.2" fill="#f0a03a" />
    </>
  );
}

/** The mark: a ring (you and your circle) with a dot right beside it (whoever and whatever is near). */
export function Mark({ size, ring, className }: { size: number; ring?: string; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="-4 -63 68 68" className={className} aria-hidden="true">
      <Glyph maskId={useId()} ring={ring} />
    </svg>
  );
}

/** Proportions of the header: the operator's logo is higher than the letters of the product's and never wider than this. */
const OWN_LOGO = { heightRatio: 1.28, widthMax: 160 };

/** The operator's logo or name; without both, the logotype of the product. */
export function Logo(props: LogotypeProps) {
  const brand = useBrand();
  const { height = 32 } = props;
  if (brand?.logo) {
    const { width, height: ownHeight } = brand.logo;
    const shownHeight = Math.min(height * OWN_LOGO.heightRatio, (OWN_LOGO.widthMax * ownHeight) / width);
    return (
      <img
        src={logoUrl(brand.logo, 'header')}
        alt=""
        width={Math.round((shownHeight * width) / ownHeight)}
        height={Math.round(shownHeight)}
      />
    );
  }
  if (brand !== undefined && brand.name !== '') return <span className={styles.name}>{brand.name}</span>;
  return <Logotype {...props} />;
}

interface LogotypeProps {
  height?: number;
  lang?: Lang;
}

/** Cyrillic for Russian, Latin for every other language. `height` spans the lowercase letters and the dot. */
function Logotype({ height = 32, lang = 'ru' }: LogotypeProps) {
  const maskId = useId();
  const rest = REST[lang === 'ru' ? 'ru' : 'en'];
  const top = lang === 'ru' ? 60 : 72;
  const width = 60.5 + rest.width;
  const scale = height / 60;
  return (
    <svg
      width={Math.round(width * scale)}
      height={Math.round((top + 1) * scale)}
      viewBox={`0 -${top} ${width} ${top + 1}`}
      aria-hidden="true"
    >
      <Glyph maskId={maskId} />
      <path transform="translate(60.5 0)" d={rest.d} fill="currentColor" />
    </svg>
  );
}
