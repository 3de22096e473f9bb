import { ADS_PAGE_SIZE } from '#contract/market/ads';
import { AdCardSkeleton, type CardAd } from '../ads/ad-card.tsx';
import { ListedCard } from '../ads/list/listed-card.tsx';
import styles from '../ads/own/own-ads-grid.module.css';

const PLACES = Array.from({ length: ADS_PAGE_SIZE }, (_, place) => place);

interface AdGridProps {
  ads: readonly CardAd[];
  isOwn?: boolean;
  hasHeart?: boolean;
}

export function AdGrid({ ads, ...look }: AdGridProps) {
  return (
    <ul className={styles.grid}>
      {ads.map((ad, index) => (
        <li key={ad.board_id}>
          <ListedCard ad={ad} index={index} {...look} />
        </li>
      ))}
    </ul>
  );
}

export function AdGridSkeleton() {
  return (
    <ul className={styles.grid}>
      {PLACES.map((place) => (
        <li key={place}>
          <AdCardSkeleton />
        </li>
      ))}
    </ul>
  );
}
