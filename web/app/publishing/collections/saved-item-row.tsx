import { IconMusic, IconPhoto, IconPlayerPlayFilled, IconSpeakerphone, IconX } from 'virtual:icons';
import type { SavedItem } from '@app/contract/publishing/collections';
import type { Track } from '@app/contract/publishing/music';
import { Link } from 'react-router';
import { Price } from '../../market/ads/price.tsx';
import { useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './collections-page.module.css';

declare module '../../platform/slots.ts' {
  interface Slots {
    playTracks: (tracks: readonly Track[]) => void;
  }
}

const ICONS = { ad: IconSpeakerphone, publication: IconPhoto, track: IconMusic };
const TRACK_ADDRESS = /^\/user\/(\d+)\/audio\/(\d+)$/;

function toTrack({ id, title, about, photo, link, src = '', timestamp }: SavedItem): Track {
  const [, user = '0', playlist = '0'] = TRACK_ADDRESS.exec(link) ?? [];
  return {
    id,
    title,
    artist: about,
    src,
    cover: photo,
    playlist_id: Number(playlist),
    user_id: Number(user),
    added_by: null,
    duration_ms: 0,
    mime: '',
    gain_db: 0,
    lyrics: 0,
    own: 0,
    kept: 1,
    timestamp,
  };
}

export function SavedItemRow({ item, onRemove }: { item: SavedItem; onRemove: () => void }) {
  const t = useText('collections');
  const isGone = item.state === 'gone';
  const title = item.title || t(`collections.kind.${item.kind}`);
  const KindIcon = ICONS[item.kind];

  async function play(): Promise<void> {
    try {
      const playTracks = await loadSlot('playTracks');
      playTracks([toTrack(item)]);
    } catch {
      toast.error(t('frame.error.network'));
    }
  }

  return (
    <article className={styles.item} data-state={item.state}>
      <span className={styles.photo}>
        {item.photo ? (
          <img src={item.photo} alt="" loading="lazy" />
        ) : (
          <KindIcon size={32} stroke={1.5} aria-hidden="true" />
        )}
        {item.kind === 'track' && item.src && (
          <button type="button" aria-label={t('collections.item.play', { title })} onClick={() => void play()}>
            <span>
              <IconPlayerPlayFilled size={20} aria-hidden="true" />
            </span>
          </button>
        )}
      </span>
      <div className={styles.words}>
        <p className="caption">{t(`collections.kind.${item.kind}`)}</p>
        <h2 className={styles.name}>
          {isGone || item.link === '' ? (
            <span className="dim">{t('collections.item.gone')}</span>
          ) : (
            <Link to={item.link}>{title}</Link>
          )}
        </h2>
        {item.price !== undefined && (
          <Price roubles={item.price} kind={item.ad_kind} period={item.price_period} className={styles.price} />
        )}
        <p className={styles.about}>
          {[item.about, item.state === 'archived' && t('collections.item.archived')].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={styles.tools}>
        <IconButton
          icon={IconX}
          label={t('collections.item.remove', { title })}
          size={20}
          hasTooltip
          onClick={onRemove}
        />
      </div>
    </article>
  );
}
