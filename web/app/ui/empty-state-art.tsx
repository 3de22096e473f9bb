import type { ReactNode } from 'react';

const SOFT = { pine: 'var(--ok-accent-soft)', gold: 'var(--ok-gold-soft)', berry: 'var(--ok-danger-soft)' };
const INK = { pine: 'var(--ok-accent-ink)', gold: 'var(--ok-gold-ink)', berry: 'var(--ok-error)' };

/** Drawing of an empty state: the logo's geometry, a ring and a dot near it, around one icon. Follows the scheme. */
export function EmptyStateArt({
  icon,
  tone = 'pine',
  size = 136,
}: {
  icon: ReactNode;
  tone?: keyof typeof SOFT;
  size?: number;
}) {
  return (
    <span
      aria-hidden="true"
      style={{
        position: 'relative',
        display: 'inline-grid',
        placeItems: 'center',
        width: size * 1.35,
        height: size,
        color: INK[tone],
      }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 184 136"
        width="100%"
        height="100%"
        style={{ position: 'absolute', inset: 0 }}
      >
        <circle cx="92" cy="70" r="48" fill={SOFT[tone]} />
        <circle
          cx="92"
          cy="70"
          r="64"
          fill="none"
          stroke={SOFT[tone]}
          strokeWidth="1.5"
          strokeDasharray="3 7"
          strokeLinecap="round"
        />
        <circle cx="150" cy="30" r="11" fill="#f0a03a" />
        <circle cx="30" cy="98" r="5" fill="#3da681" />
        <circle cx="24" cy="48" r="3" fill="#f0a03a" />
      </svg>
      <span style={{ position: 'relative', transform: 'translateY(2px)', display: 'grid' }}>{icon}</span>
    </span>
  );
}
