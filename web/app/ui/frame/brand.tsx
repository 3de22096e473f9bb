import type { Lang } from '@app/contract/platform/languages';
import { logoUrl } from '@app/contract/platform/site-logo';
import { useEffect, useId, useRef } from 'react';
import { useBrand } from '../../platform/site-brand.ts';
import styles from './brand.module.css';
import type { LOGO_OUTLINES } from './logo-outlines.ts';

/** Widths of the letters after the mark. */
const WIDTHS = { ru: 229.4, en: 197.4 } as const;

let rendered: typeof LOGO_OUTLINES | undefined;

/** Of the server, whose pages have the outlines. */
export function provideLogoOutlines(outlines: typeof LOGO_OUTLINES): void {
  rendered = outlines;
}

/** The server renders the outlines; the browser needs them for another language only, or for a frame that it makes itself. */
function Letters({ of: name }: { of: keyof typeof WIDTHS }) {
  const path = useRef<SVGPathElement>(null);
  useEffect(() => {
    const { current } = path;
    if (current?.hasAttribute('d')) return;
    import('./logo-outlines.ts').then(
      ({ LOGO_OUTLINES }) => current?.setAttribute('d', LOGO_OUTLINES[name]),
      () => undefined,
    );
  }, [name]);
  return (
    <path ref={path} transform="translate(60.5 0)" d={rendered?.[name]} fill="currentColor" suppressHydrationWarning />
  );
}

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
  const name = lang === 'ru' ? 'ru' : 'en';
  const top = lang === 'ru' ? 60 : 72;
  const width = 60.5 + WIDTHS[name];
  const scale = height / 60;
  return (
    <svg
      width={Math.round(width * scale)}
      height={Math.round((top + 1) * scale)}
      viewBox={`0 -${top} ${width} ${top + 1}`}
      aria-hidden="true"
    >
      <Glyph maskId={maskId} />
      <Letters key={name} of={name} />
    </svg>
  );
}
