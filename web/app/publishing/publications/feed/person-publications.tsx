import { IconPhotoOff } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi as PublicationsApi } from '@app/contract/publishing/publications';
import { Link } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { FollowButton } from '../../../market/follows/follow-button.tsx';
import { personFeed } from '../../../people/users/person-feed.ts';
import { PersonTabs } from '../../../people/users/person-tabs.tsx';
import { call } from '../../../platform/call.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { useShareImage } from '../../../platform/site-brand.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { socialAddress } from '../publication-address.ts';
import { PublicationsFeed } from './publications-feed.tsx';
import styles from './social-page.module.css';
import { usePages } from './use-pages.ts';

interface PersonPublicationsProps {
  person: User;
  follow: { subscribe: 0 | 1; count: number } | null;
  publications: ResponseOf<typeof PublicationsApi.byUser>;
  isSignedIn: boolean;
  publicUrl: string;
}

export function PersonPublications({ person, follow, publications, isSignedIn, publicUrl }: PersonPublicationsProps) {
  const t = useText('posts');
  const lang = useLanguage();
  const shareImage = useShareImage(publicUrl);
  const { id, firstname, lastname, photo } = person;
  const name = `${firstname} ${lastname}`.trim();
  const place = [person.location.country?.name, person.location.city?.name].filter(Boolean).join(', ');
  const pages = usePages(
    publications,
    `person ${id}`,
    (after) => call(publicationsApi.byUser, { query: { user_id: id, after } }),
    false,
  );
  return (
    <div className={`wrap ${styles.own}`}>
      <PageHead
        title={`${t('posts.person.title', { name })} · ${t('frame.name')}`}
        description={t('posts.person.description', { name })}
        canonical={`${publicUrl}${socialAddress(id)}`}
        feed={personFeed(id, lang)}
        noIndex={publications.list.length === 0}
        type="profile"
        image={photo ? new URL(photo, publicUrl || undefined).href : shareImage}
      />
      <div className={styles.columns}>
        <div className={styles.middle}>
          <Breadcrumbs items={[{ text: name, to: `/user/${id}` }, { text: t('posts.tab.posts') }]} />
          <header className={`card ${styles.author}`}>
            <UserPic firstname={firstname} lastname={lastname} photo={photo} size={64} />
            <div className={styles.authorWords}>
              <h1>
                <Link to={`/user/${id}`}>{name}</Link>
              </h1>
              <p className="dim">
                {[place, t('posts.search.tag.count', { count: publications.total }).replace(' ', '\u00a0')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <FollowButton
              userId={id}
              isOn={isSignedIn ? follow?.subscribe === 1 : undefined}
              count={follow?.count ?? 0}
            />
          </header>
          <PersonTabs userId={id} current="posts" />
          {pages.entries.length === 0 ? (
            <div className="card">
              <Notice
                icon={<IconPhotoOff size={40} stroke={1.5} />}
                title={t('posts.person.empty')}
                text={t('posts.person.empty.text')}
              />
            </div>
          ) : (
            <PublicationsFeed pages={pages} label={t('posts.person.title', { name })} place="list" />
          )}
        </div>
      </div>
    </div>
  );
}
