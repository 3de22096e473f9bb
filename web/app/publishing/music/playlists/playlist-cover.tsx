import type { CSSProperties } from 'react';
import styles from './playlist-cover.module.css';

const PALETTES = [
  ['#146c50', '#91d7ba', '#fcb14f'],
  ['#26498f', '#a6c5fd', '#ffddae'],
  ['#902131', '#fda7a9', '#ffeed4'],
  ['#353b38', '#65c19d', '#f0a03a'],
  ['#844a19', '#ffc97f', '#fff8ef'],
  ['#0c3e2d', '#e65764', '#ffddae'],
] as const;
const KINDS = 4;
const SUNS = [
  [74, 26],
  [80, 20],
  [74, 26],
  [76, 20],
] as const;
const RINGS = [14, 28, 42, 56];
const BARS = [
  [44, 22, 58, 30, 50],
  [30, 54, 40, 20, 46],
  [56, 38, 24, 48, 32],
] as const;
const WAVES = [0, 1, 2, 3];

/** A token of the corners. */
export type CoverRadius = 'sm' | 'md' | 'lg' | 'xl';

interface PlaylistCoverProps {
  id: number;
  image?: string | null | undefined;
  size?: number | undefined;
  radius?: CoverRadius;
}

/** The picture of a playlist, or the one that its number draws: always the same one. */
export function PlaylistCover({ id, image, size, radius = 'md' }: PlaylistCoverProps) {
  const shape = {
    '--cover-size': size === undefined ? '100%' : `${size}px`,
    '--cover-radius': `var(--ok-radius-${radius})`,
  } as CSSProperties;
  if (image) {
    return <img src={image} alt="" width={size} height={size} loading="lazy" className={styles.cover} style={shape} />;
  }
  return <DrawnCover id={id} style={shape} />;
}

function DrawnCover({ id, style }: { id: number; style: CSSProperties }) {
  // Consecutive ids get different patterns; the palette changes only after all patterns were used.
  const seed = Math.max(0, id - 1);
  const kind = seed % KINDS;
  const [ground, drawing, sun] = PALETTES[(seed + Math.floor(seed / 12)) % PALETTES.length] ?? PALETTES[0];
  const [x, y] = SUNS[kind] ?? SUNS[0];
  const bars = BARS[Math.floor(seed / KINDS) % BARS.length] ?? BARS[0];
  return (
    <svg viewBox="0 0 100 100" className={styles.cover} style={style} aria-hidden="true">
      <rect width="100" height="100" fill={ground} />
      {kind === 0 && (
        <g fill="none" stroke={drawing} strokeWidth="7">
          {RINGS.map((radius) => (
            <circle key={radius} cx="50" cy="100" r={radius} />
          ))}
        </g>
      )}
      {kind === 1 && (
        <g fill={drawing}>
          {bars.map((top, place) => (
            <rect key={top} x={12 + place * 16} y={top} width="10" rx="5" height="100" />
          ))}
        </g>
      )}
      {kind === 2 && (
        <>
          <circle cx="40" cy="60" r="34" fill={drawing} />
          <path d="M0 78 C25 62 45 96 100 66 V100 H0Z" fill={ground} opacity=".75" />
        </>
      )}
      {kind === 3 && (
        <g fill="none" stroke={drawing} strokeWidth="6" strokeLinecap="round">
          {WAVES.map((wave) => (
            <path
              key={wave}
              d={`M-5 ${40 + wave * 17} Q 20 ${20 + wave * 17} 45 ${40 + wave * 17} T 105 ${40 + wave * 17}`}
            />
          ))}
        </g>
      )}
      <circle cx={x} cy={y} r="10" fill={sun} />
    </svg>
  );
}
