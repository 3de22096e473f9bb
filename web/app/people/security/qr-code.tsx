import { useMemo } from 'react';
import { drawQr } from '../../ui/draw-qr.ts';
import styles from './security.module.css';

/** Renders a QR code, dark on white in both color schemes, because scanners need it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawQr(text), [text]);
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
