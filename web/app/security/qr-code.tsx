import { encodeQR } from 'qr';
import { useMemo } from 'react';
import styles from './security.module.css';

/** The quiet zone that readers need around the picture. */
const BORDER = 4;

/** A text as a picture for cameras: dark on white in both schemes. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' });
  const path = rows.flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size: rows.length };
}
