import type { Lang } from '@app/contract/platform/languages';
import type { ReactNode } from 'react';

interface Stripes {
  /** Color and its share of the flag, top to bottom or left to right. */
  bands: readonly (readonly [colour: string, share: number])[];
  vertical?: boolean;
}

const STRIPES: Partial<Record<Lang, Stripes>> = {
  ru: {
    bands: [
      ['#fff', 8],
      ['#2b50a8', 8],
      ['#cf2f36', 8],
    ],
  },
  de: {
    bands: [
      ['#1a1a1a', 8],
      ['#cf2f36', 8],
      ['#f5c542', 8],
    ],
  },
  es: {
    bands: [
      ['#c3232b', 6],
      ['#f5c542', 12],
      ['#c3232b', 6],
    ],
  },
  fr: {
    bands: [
      ['#2b50a8', 8],
      ['#fff', 8],
      ['#cf2f36', 8],
    ],
    vertical: true,
  },
  it: {
    bands: [
      ['#2c8a4b', 8],
      ['#fff', 8],
      ['#cf2f36', 8],
    ],
    vertical: true,
  },
};

function striped({ bands, vertical }: Stripes): ReactNode {
  let from = 0;
  return bands.map(([colour, share]) => {
    const start = from;
    from += share;
    const box = vertical ? { x: start, y: 0, width: share, height: 24 } : { x: 0, y: start, width: 24, height: share };
    return <rect key={start} {...box} fill={colour} />;
  });
}

function Britain() {
  return (
    <>
      <path fill="#24418f" d="M0 0h24v24H0z" />
      <path d="M0 0L24 24M24 0L0 24" stroke="#fff" strokeWidth="5" />
      <path d="M0 0L24 24M24 0L0 24" stroke="#cf2f36" strokeWidth="2" />
      <path d="M12 0V24M0 12H24" stroke="#fff" strokeWidth="8" />
      <path d="M12 0V24M0 12H24" stroke="#cf2f36" strokeWidth="4.6" />
    </>
  );
}

function Korea() {
  return (
    <>
      <path fill="#fff" d="M0 0h24v24H0z" />
      <g transform="rotate(33 12 12)">
        <path fill="#cf2f36" d="M6 12a6 6 0 0 1 12 0z" />
        <path fill="#2b50a8" d="M6 12a6 6 0 0 0 12 0z" />
        <circle cx="9" cy="12" r="3" fill="#cf2f36" />
        <circle cx="15" cy="12" r="3" fill="#2b50a8" />
      </g>
      <path d="M4.4 6.2l2.6-2.9M17 3.3l2.6 2.9M4.4 17.8l2.6 2.9M17 20.7l2.6-2.9" stroke="#1a1a1a" strokeWidth="1.8" />
    </>
  );
}

export function Flag({ lang, size = 20 }: { lang: Lang; size?: number }) {
  const stripes = STRIPES[lang];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={{ borderRadius: 'var(--ok-radius-round)' }}
    >
      {stripes ? striped(stripes) : lang === 'ko' ? <Korea /> : <Britain />}
      <circle cx="12" cy="12" r="11.5" fill="none" stroke="rgba(0,0,0,.14)" />
    </svg>
  );
}
