import type { ReactNode } from 'react';
import styles from './offer.module.css';

export function OfferHeader({ title, price, note }: { title: ReactNode; price: string; note: string }) {
  return (
    <div className={styles.head}>
      <svg viewBox="0 0 480 150" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <g className={styles.rings} fill="none">
          <circle cx="396" cy="98" r="52" strokeWidth="24" />
          <circle cx="396" cy="98" r="92" strokeWidth="1.5" />
          <circle cx="396" cy="98" r="124" strokeWidth="1.5" />
        </g>
        <circle cx="446" cy="46" r="16" fill="#f0a03a" />
        <circle cx="306" cy="124" r="5" fill="#3da681" />
        <circle cx="318" cy="34" r="4" fill="#f0a03a" />
      </svg>
      <div className={styles.price}>
        {title}
        <p>
          <b>{price}</b> <span>{note}</span>
        </p>
      </div>
    </div>
  );
}
