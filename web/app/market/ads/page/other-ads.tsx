import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { RecommendationsNote } from '../../../ui/recommendations-note.tsx';
import { AdCard, AdCardSkeleton, type CardAd } from '../ad-card.tsx';
import { toCard } from '../to-card.ts';
import styles from './other-ads.module.css';

const SHOWN = 4;
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);

interface RelatedAds {
  adId: number;
  similar: CardAd[];
  seller: CardAd[];
}

interface AdRowProps {
  id: string;
  title: string;
  ads: readonly CardAd[] | null;
  viewerId: number | undefined;
  more?: { to: string; text: string } | undefined;
  isRecommended?: boolean;
}

export function AdRow({ id, title, ads, viewerId, more, isRecommended = false }: AdRowProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {more && <Link to={more.to}>{more.text}</Link>}
      </div>
      <div className={styles.row} aria-busy={ads === null}>
        {ads === null
          ? PLACES.map((place) => <AdCardSkeleton key={place} />)
          : ads.map((ad) => <AdCard key={ad.board_id} ad={ad} hasHeart={ad.board_user_id !== viewerId} />)}
      </div>
      {isRecommended && <RecommendationsNote />}
    </section>
  );
}

interface OtherAdsProps extends Pick<AdRowProps, 'viewerId'> {
  adId: number;
  sellerId: number | null;
}

/** Loaded after hydration. The first row reserves its space, so that the layout does not shift. */
export function OtherAds({ adId, sellerId, viewerId }: OtherAdsProps) {
  const t = useText('ad-page');
  const [known, setKnown] = useState<RelatedAds | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    call(adOwnerApi.similar, { params: { id: adId }, signal: asking.signal }).then(
      ({ similar, seller }) =>
        setKnown({ adId, similar: similar.slice(0, SHOWN).map(toCard), seller: seller.slice(0, SHOWN).map(toCard) }),
      // On failure the rows are left out.
      () => !asking.signal.aborted && setKnown({ adId, similar: [], seller: [] }),
    );
    return () => asking.abort();
  }, [adId]);

  const others = known?.adId === adId ? known : null;
  return (
    <>
      {others?.similar.length !== 0 && (
        <AdRow id="similar" title={t('ads.similar')} ads={others?.similar ?? null} viewerId={viewerId} isRecommended />
      )}
      {others !== null && others.seller.length > 0 && (
        <AdRow
          id="seller-ads"
          title={t('ad-page.seller.more')}
          ads={others.seller}
          viewerId={viewerId}
          more={sellerId === null ? undefined : { to: `/user/${sellerId}/ads`, text: t('ad-page.seller.all') }}
        />
      )}
    </>
  );
}
