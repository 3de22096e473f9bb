import { lazy, Suspense } from 'react';
import { AdCard, AdCardSkeleton, type CardAd } from '../ad-card.tsx';

const MutedCard = lazy(() => import('../muted-card.tsx').then(({ MutedCard }) => ({ default: MutedCard })));

const FIRST_ROW = 4;

interface ListedCardProps {
  ad: CardAd;
  index: number;
  isOwn?: boolean;
  hasHeart?: boolean;
}

export function ListedCard({ ad, index, isOwn = false, hasHeart = false }: ListedCardProps) {
  if (!ad.muted_by)
    return <AdCard ad={ad} isFirst={index === 0} isNear={index < FIRST_ROW} isOwn={isOwn} hasHeart={hasHeart} />;
  return (
    <Suspense fallback={<AdCardSkeleton />}>
      <MutedCard ad={ad} isOwn={isOwn} />
    </Suspense>
  );
}
