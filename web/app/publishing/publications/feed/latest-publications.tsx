import { IconPhotoPlus, IconPlus } from 'virtual:icons';
import type { Publication as Shown } from '@app/contract/publishing/publications';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { socialAddress } from '../publication-address.ts';
import { RenderedPublication } from '../rendered-publication.tsx';
import styles from './latest-publications.module.css';

interface LatestPublicationsProps {
  userId: number;
  isOwn: boolean;
  publications: { list: readonly Shown[]; total: number } | null;
}

export function LatestPublications({ userId, isOwn, publications }: LatestPublicationsProps) {
  const t = useText('posts');
  const loaded = { of: publications, list: publications?.list ?? [] };
  const [changed, setChanged] = useState(loaded);
  const { list } = changed.of === publications ? changed : loaded;
  const change = (toChanged: (list: readonly Shown[]) => readonly Shown[]): void =>
    setChanged((current) => ({
      of: publications,
      list: toChanged((current.of === publications ? current : loaded).list),
    }));
  const all = isOwn ? `${socialAddress(userId)}?tab=mine` : socialAddress(userId);
  return (
    <section className={styles.latest} aria-labelledby="person-posts">
      <div className={styles.head}>
        <h2 id="person-posts" className={isOwn ? undefined : 'sr'}>
          {t(isOwn ? 'posts.feed.mine' : 'posts.tab.posts')}
        </h2>
        {isOwn && (
          <Link to={`${socialAddress(userId)}/add`} className={button('light', 'small')}>
            <IconPlus size={18} stroke={2} aria-hidden="true" />
            {t('posts.add')}
          </Link>
        )}
      </div>
      {publications === null ? (
        <LoadFailed heading="h3" title={t('posts.feed.failed')} />
      ) : list.length === 0 ? (
        <div className="card">
          <Notice
            heading="h3"
            icon={<IconPhotoPlus size={40} stroke={1.5} />}
            title={t('posts.person.empty')}
            text={t(isOwn ? 'posts.add.first' : 'posts.person.empty.text')}
          />
        </div>
      ) : (
        list.map((publication, index) => (
          <RenderedPublication
            key={publication.publish_id}
            publication={publication}
            place="person"
            isFirst={index === 0}
            onChange={(publishId, changes) =>
              change((all) => all.map((one) => (one.publish_id === publishId ? { ...one, ...changes } : one)))
            }
            onDelete={(isRemoved) => change((all) => all.filter((one) => !isRemoved(one)))}
          />
        ))
      )}
      {publications !== null && publications.total > list.length && list.length > 0 && (
        <Link to={all} className={button('plain', 'wide')}>
          {t('posts.person.all', { count: publications.total })}
        </Link>
      )}
    </section>
  );
}
