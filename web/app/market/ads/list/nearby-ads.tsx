import { useText } from '../../../platform/i18n.tsx';
import type { CardAd } from '../ad-card.tsx';
import styles from './ads-page.module.css';
import { ListedCard } from './listed-card.tsx';

interface NearbyAdsProps {
  ads: readonly CardAd[];
  /** The list is one of a district, and these are of its city too. */
  isOfDistrict: boolean;
  viewerId: number | undefined;
}

/** Where a district or a city has little to offer: the same around it. */
export function NearbyAds({ ads, isOfDistrict, viewerId }: NearbyAdsProps) {
  const t = useText();
  return (
    <section aria-labelledby="ads-nearby" className={styles.nearby}>
      <h3 id="ads-nearby" className={styles.title}>
        {t(isOfDistrict ? 'ads.list.nearbyDistrict' : 'ads.list.nearby')}
      </h3>
      <div className={styles.grid}>
        {ads.map((ad) => (
          <ListedCard key={ad.board_id} ad={ad} index={ads.length} hasHeart={ad.board_user_id !== viewerId} />
        ))}
      </div>
    </section>
  );
}
