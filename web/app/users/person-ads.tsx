import type { User } from '@app/contract/users';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { AdCard, type CardAd } from '../ads/ad-card.tsx';
import { AddLink } from '../ads/add-link.tsx';
import { ListFailed } from '../ads/list-failed.tsx';
import type { SessionViewer } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './person-page.module.css';

interface PersonAdsProps {
  person: User;
  isOwn: boolean;
  viewer: SessionViewer | null;
  /** null: they could not be loaded. */
  ads: { cards: readonly CardAd[]; total: number } | null;
  /** Whether all four fit into one row. */
  isWide: boolean;
}

/** The latest ads, and the way to all of them. */
export function PersonAds({ person, isOwn, viewer, ads, isWide }: PersonAdsProps) {
  const t = useText('person');
  return (
    <section aria-labelledby="person-ads">
      <div className={styles.head}>
        <h2 id="person-ads">{t(isOwn ? 'person.ads.mine' : 'person.ads')}</h2>
        {ads && ads.total > 0 && (
          <Link
            to={isOwn ? '/ads' : `/user/${person.id}/ads`}
            className={`${button('quiet', 'small')} ${isOwn ? '' : styles.all}`}
          >
            {t('person.ads.all', { count: ads.total })}
          </Link>
        )}
        {isOwn && (
          <AddLink viewer={viewer} className={`${button('light', 'small')} ${styles.create}`}>
            <IconPlus size={18} stroke={2} aria-hidden="true" />
            {t('person.ads.create')}
          </AddLink>
        )}
      </div>
      {ads === null ? (
        <ListFailed heading="h3" />
      ) : ads.cards.length === 0 ? (
        <div className="card">
          <Notice
            heading="h3"
            icon={<IconSpeakerphone size={40} stroke={1.5} />}
            title={t('person.ads.none')}
            {...(!isOwn && { text: t('person.ads.noneText') })}
          />
        </div>
      ) : (
        <ul className={styles.ads} data-wide={isWide || undefined}>
          {ads.cards.map((ad, index) => (
            <li key={ad.board_id}>
              <AdCard ad={ad} isFirst={index === 0} isNear={index < 2} isOwn hasHeart={!isOwn} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
