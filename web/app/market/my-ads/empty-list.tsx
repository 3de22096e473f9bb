import {
  type Icon,
  IconArchive,
  IconChecks,
  IconCircleCheck,
  IconFolder,
  IconHeart,
  IconSearchOff,
  IconSpeakerphone,
} from 'virtual:icons';
import { Link } from 'react-router';
import { AD_ARCHIVE_DAYS } from '#contract/market/ads';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { NoAdsYet } from '../ads/list/no-ads-yet.tsx';
import type { AdsTab } from './ads-address.ts';

const ART_ICON = { size: 40, stroke: 1.5 };

export function NothingFound({ allHref }: { allHref: string }) {
  const t = useText('my-ads');
  return (
    <Notice
      icon={<IconSearchOff {...ART_ICON} />}
      title={t('ads.list.empty.title')}
      text={t('my-ads.empty.search.text')}
    >
      <Link to={allHref} className={button('light')}>
        {t('my-ads.empty.search.all')}
      </Link>
    </Notice>
  );
}

export function EmptyFolder({ allHref }: { allHref: string }) {
  const t = useText('my-ads');
  return (
    <Notice
      icon={<IconFolder {...ART_ICON} />}
      title={t('my-ads.folders.empty.title')}
      text={t('my-ads.folders.empty.text')}
    >
      <Link to={allHref} className={button('light')}>
        {t('my-ads.folders.empty.all')}
      </Link>
    </Notice>
  );
}

const ICONS: Record<Exclude<AdsTab, 'mine'>, Icon> = {
  attention: IconChecks,
  active: IconSpeakerphone,
  sold: IconCircleCheck,
  archive: IconArchive,
  favourite: IconHeart,
};

export function EmptyList({ tab }: { tab: AdsTab }) {
  const t = useText('my-ads');
  if (tab === 'mine') return <NoAdsYet look="primary" />;
  const TabIcon = ICONS[tab];
  return (
    <Notice
      icon={<TabIcon {...ART_ICON} />}
      title={t(`my-ads.empty.${tab}.title`)}
      text={tab === 'archive' ? t('my-ads.archive.note', { days: AD_ARCHIVE_DAYS }) : t(`my-ads.empty.${tab}.text`)}
    >
      {tab === 'favourite' && (
        <Link to="/" className={button('light')}>
          {t('my-ads.empty.favourite.look')}
        </Link>
      )}
    </Notice>
  );
}
