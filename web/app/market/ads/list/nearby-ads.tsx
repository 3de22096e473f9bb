import { useText } from '../../../platform/i18n.tsx';
import type { CardAd } from '../ad-card.tsx';
import styles from './ads-page.module.css';
import { ListedCard } from './listed-card.tsx';

/** Where a city has little to offer: the same in the cities around it. */
export function NearbyAds({ ads, viewerId }: { ads: readonly CardAd[]; viewerId: number | undefined }) {
  const t = useText();
  return (
    <section aria-labelledby="ads-nearby" className={styles.nearby}>
      <h3 id="ads-nearby" className={styles.title}>
        {t('ads.list.nearby')}
      </h3>
      <div className={styles.grid}>
        {ads.map((ad) => (
          <ListedCard key={ad.board_id} ad={ad} index={ads.length} hasHeart={ad.board_user_id !== viewerId} />
        ))}
      </div>
    </section>
  );
}
