import { IconClockEdit, IconPhotoPlus } from 'virtual:icons';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi as PublicationsApi } from '@app/contract/publishing/publications';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Notice } from '../../../ui/notice.tsx';
import { socialAddress } from '../publication-address.ts';
import { PublicationsFeed } from './publications-feed.tsx';
import styles from './social-page.module.css';
import { usePages } from './use-pages.ts';

interface OwnPublicationsProps {
  id: number;
  publications: ResponseOf<typeof PublicationsApi.byUser>;
  drafts: number;
  header: ReactNode;
}

export function OwnPublications({ id, publications, drafts, header }: OwnPublicationsProps) {
  const t = useText('posts');
  const lang = useLanguage();
  const pages = usePages(publications, 'mine', (after) => call(publicationsApi.byUser, { query: { after } }), false);
  const add = `${socialAddress(id)}/add`;
  return (
    <div className={styles.columns}>
      <div className={styles.middle}>
        {header}
        {drafts > 0 && (
          <Link to={`${socialAddress(id)}/drafts`} className={`card ${styles.drafts}`}>
            <IconClockEdit size={22} stroke={ICON_STROKE} aria-hidden="true" />
            {t('posts.drafts')}
            <span className="dim num">{formatNumber(lang, drafts)}</span>
          </Link>
        )}
        {pages.entries.length === 0 ? (
          <div className="card">
            <Notice
              icon={<IconPhotoPlus size={40} stroke={1.5} />}
              title={t('posts.mine.empty')}
              text={t('posts.add.first')}
            >
              <Link to={add} className={button('light')}>
                {t('posts.add')}
              </Link>
            </Notice>
          </div>
        ) : (
          <PublicationsFeed pages={pages} label={t('posts.feed.mine')} place="list" />
        )}
      </div>
    </div>
  );
}
