import { IconMessageCircle, IconPin } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import type { Board } from '@app/contract/market/ads';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { streamsApi } from '#contract/live/streams';
import { AdPhoto } from '../../../market/ads/ad-photo.tsx';
import { Price } from '../../../market/ads/price.tsx';
import { FavoriteButton } from '../../../market/favorites/favorite-button.tsx';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { streamPath } from '../stream-address.ts';
import styles from './pinned-ads.module.css';

const PinDialog = lazyPart(() => import('./pin-dialog.tsx').then(({ PinDialog }) => PinDialog));
const WriteDialog = lazyPart(() => import('./write-dialog.tsx').then(({ WriteDialog }) => WriteDialog));

interface PinnedAdsProps {
  stream: Stream;
  loaded: readonly Board[];
  viewerId: number | undefined;
  onPinned: (ids: number[]) => void;
}

function usePins(stream: Stream, loaded: readonly Board[]): readonly Board[] {
  const [ads, setAds] = useState(loaded);
  const id = stream.stream_id;
  const key = stream.board_ids.join();
  const shown = ads.map(({ board_id }) => board_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when other ads are pinned, not when their answer comes
  useEffect(() => {
    if (key === shown) return;
    if (key === '') return setAds([]);
    let isHere = true;
    call(streamsApi.pins, { params: { id }, isQuiet: true }).then(
      ({ list }) => isHere && setAds(list),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
      },
    );
    return () => {
      isHere = false;
    };
  }, [id, key]);
  return ads;
}

export function PinnedAds({ stream, loaded, viewerId, onPinned }: PinnedAdsProps) {
  const t = useText('streams');
  const ads = usePins(stream, loaded);
  const [isChoosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<Board | null>(null);
  const isHost = stream.own === 1;
  if (ads.length === 0 && !isHost) return null;
  return (
    <section className={styles.pins} aria-labelledby="pins">
      <div className={styles.head}>
        <h2 id="pins">{t('streams.pins')}</h2>
        {isHost && (
          <TextButton
            icon={IconPin}
            size={18}
            text={t('streams.pins.choose')}
            className={button('plain', 'small')}
            onClick={() => setChoosing(true)}
          />
        )}
      </div>
      {ads.length > 0 && (
        <ul className={styles.list}>
          {ads.map((ad) => (
            <li key={ad.board_id} className={`card ${styles.ad}`}>
              <AdPhoto photo={ad.board_photos[0]} sizes="96px" className={styles.photo} />
              <div className={styles.words}>
                <Price
                  roubles={ad.board_price}
                  kind={ad.board_kind}
                  period={ad.board_price_period}
                  className={styles.price}
                />
                {}
                <a href={`/ad/${ad.board_id}`} target="_blank" rel="noreferrer" className={styles.title}>
                  {ad.board_title}
                </a>
              </div>
              {!isHost && (
                <div className={styles.actions}>
                  {viewerId === undefined ? (
                    <Link
                      to={`/auth?next=${encodeURIComponent(streamPath(stream))}`}
                      className={button('light', 'small')}
                      aria-label={t('streams.pins.write.of', { title: ad.board_title })}
                    >
                      <IconMessageCircle size={18} stroke={ICON_STROKE} aria-hidden="true" />
                      {t('streams.pins.write')}
                    </Link>
                  ) : (
                    <TextButton
                      icon={IconMessageCircle}
                      size={18}
                      text={t('streams.pins.write')}
                      className={button('light', 'small')}
                      aria-label={t('streams.pins.write.of', { title: ad.board_title })}
                      onClick={() => setAsked(ad)}
                    />
                  )}
                  <FavoriteButton
                    adId={ad.board_id}
                    title={ad.board_title}
                    isOn={viewerId === undefined ? undefined : ad.subscription_on_board === 1}
                    size="card"
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {isChoosing && (
        <Suspense>
          <PinDialog stream={stream} onPinned={onPinned} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {asked !== null && (
        <Suspense>
          <WriteDialog ad={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  );
}
