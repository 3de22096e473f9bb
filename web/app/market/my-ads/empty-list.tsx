import { IconArchive, IconHeart, IconPlus, IconSearchOff, IconSpeakerphone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { AD_ARCHIVE_DAYS } from '#contract/market/ads';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { AddLink } from '../ads/list/add-link.tsx';
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

export function EmptyList({ tab, viewer }: { tab: AdsTab; viewer: SessionViewer | null }) {
  const t = useText('my-ads');
  if (tab === 'favourite') {
    return (
      <Notice
        icon={<IconHeart {...ART_ICON} />}
        title={t('my-ads.empty.favourite.title')}
        text={t('my-ads.empty.favourite.text')}
      >
        <Link to="/" className={button('light')}>
          {t('my-ads.empty.favourite.look')}
        </Link>
      </Notice>
    );
  }
  if (tab === 'archive') {
    return (
      <Notice
        icon={<IconArchive {...ART_ICON} />}
        title={t('my-ads.empty.archive.title')}
        text={t('my-ads.archive.note', { days: AD_ARCHIVE_DAYS })}
      />
    );
  }
  return (
    <Notice
      tone="gold"
      icon={<IconSpeakerphone {...ART_ICON} />}
      title={t('ads.list.none.title')}
      text={t('ads.list.none.text')}
    >
      <AddLink viewer={viewer} className={button('primary')}>
        <IconPlus size={18} stroke={2} aria-hidden="true" />
        {t('frame.add')}
      </AddLink>
    </Notice>
  );
}
