import { IconPlus, IconSpeakerphone } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { Link } from 'react-router';
import styles from '../../people/users/person-page.module.css';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CardAd } from '../ads/ad-card.tsx';
import { AdPhoto } from '../ads/ad-photo.tsx';
import { AddLink } from '../ads/list/add-link.tsx';
import { ListFailed } from '../ads/list/list-failed.tsx';
import { Price } from '../ads/price.tsx';

interface PersonAdsProps {
  person: User;
  isOwn: boolean;
  viewer: SessionViewer | null;
  ads: { cards: readonly CardAd[]; total: number } | null;
}

export function PersonAds({ person, isOwn, viewer, ads }: PersonAdsProps) {
  const t = useText('person');
  return (
    <section aria-labelledby="person-ads">
      <div className={styles.head}>
        <h2 id="person-ads">{t(isOwn ? 'person.ads.mine' : 'person.ads')}</h2>
        {ads && ads.total > 0 && (
          <Link to={isOwn ? '/ads' : `/user/${person.id}/ads`} className={`${button('quiet', 'small')} ${styles.all}`}>
            {t('person.ads.all', { count: ads.total })}
          </Link>
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
            text={isOwn ? undefined : t('person.ads.noneText')}
          />
        </div>
      ) : (
        <ul className={styles.ads}>
          {ads.cards.map((ad) => (
            <li key={ad.board_id}>
              <Link to={`/ad/${ad.board_id}`} className={styles.ad}>
                <AdPhoto photo={ad.board_photos[0]} sizes="96px" className={styles.adPhoto} />
                <div>
                  <Price
                    roubles={ad.board_price}
                    kind={ad.board_kind}
                    period={ad.board_price_period}
                    className={styles.adPrice}
                  />
                  <p className={styles.adTitle}>{ad.board_title}</p>
                </div>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {viewer !== null && (
        <AddLink viewer={viewer} className={`${button('light', 'wide')} ${styles.create}`}>
          <IconPlus size={18} stroke={2} aria-hidden="true" />
          {t('person.ads.create')}
        </AddLink>
      )}
    </section>
  );
}
