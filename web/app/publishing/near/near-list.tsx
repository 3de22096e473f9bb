import { IconCircleCheck, IconMapPin } from 'virtual:icons';
import { Link } from 'react-router';
import { NEAR_NEWER_MAX, nearApi } from '#contract/publishing/near';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import feedStyles from '../publications/feed/feed.module.css';
import { NewPill } from '../publications/feed/new-pill.tsx';
import type { EntriesPart } from '../publications/feed/pages-state.ts';
import { PublicationsFeed } from '../publications/feed/publications-feed.tsx';
import { usePages } from '../publications/feed/use-pages.ts';
import { NearAd } from './near-ad.tsx';
import { nearHref, widerThan } from './near-address.ts';
import { toEntries } from './to-entries.ts';
import { useNewerNear } from './use-newer-near.ts';

interface NearListProps {
  place: { id: number; name: string };
  radius: number | null;
  district: string;
  part: EntriesPart;
  viewerId: number | null;
  onOtherCity: () => void;
}

/** Publications and ads of a place in the order of time; nothing is inserted above. */
export function NearList({ place, radius, district, part, viewerId, onOtherCity }: NearListProps) {
  const t = useText('near', 'posts');
  const around = { city_id: place.id, radius: radius ?? undefined, district: district || undefined };
  const load = async (after?: string): Promise<EntriesPart> =>
    toEntries(await call(nearApi.list, { query: { ...around, after } }), radius);
  const pages = usePages(part, `near ${place.id} ${radius} ${district}`, load, true);
  const newer = useNewerNear(pages, around);
  // A district widens to its city first.
  const wider = district === '' ? widerThan(radius) : null;
  const pillText =
    newer >= NEAR_NEWER_MAX ? t('near.newMany', { count: NEAR_NEWER_MAX }) : t('near.new', { count: newer });
  return (
    <div>
      <NewPill text={newer > 0 ? pillText : ''} hasRoom={false} onRestart={async () => pages.restart(await load())} />
      {pages.entries.length === 0 && pages.isEnd ? (
        <div className="card">
          <Notice icon={<IconMapPin size={40} stroke={1.5} />} title={t('near.empty')} text={t('near.empty.text')}>
            {(district !== '' || wider !== null) && (
              <Link to={nearHref({ city: place.id, radius: wider, district: '' })} className={button('primary')}>
                {wider === null ? t('near.wholeCity') : t('near.widen', { km: wider })}
              </Link>
            )}
            <TextButton text={t('near.other')} className={button('plain')} onClick={onOtherCity} />
          </Notice>
        </div>
      ) : (
        <PublicationsFeed
          pages={pages}
          label={t('near.titleIn', { place: place.name })}
          place="feed"
          failed={t('near.failed')}
          showAd={(ad, index) => <NearAd ad={ad} index={index} hasHeart={ad.board_user_id !== viewerId} />}
          end={
            <div className={feedStyles.end}>
              <IconCircleCheck size={28} stroke={1.5} aria-hidden="true" />
              <b>{t('near.end')}</b>
            </div>
          }
        />
      )}
    </div>
  );
}
