import { IconPhotoOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isRouteErrorResponse, Link, redirect, useNavigate, useRouteLoaderData } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { hostContext, orMissing } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../platform/root-data.ts';
import styles from '../publishing/publications/feed/social-page.module.css';
import { Publication } from '../publishing/publications/publication.tsx';
import { publicationAddress, socialAddress } from '../publishing/publications/publication-address.ts';
import { PublicationHead } from '../publishing/publications/publication-head.tsx';
import { button } from '../ui/button.ts';
import { ErrorPage } from '../ui/frame/error-page.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import type { Route } from './+types/publication-page.ts';

export const handle = { texts: ['posts'], lateScripts: 'needed' } satisfies PageHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call } = context.get(hostContext);
  const publication = await orMissing(call(publicationsApi.one, { params: { id: params.publish_id } }));
  // Redirects to the canonical address of the publication.
  const { publish_user_id, publish_id } = publication;
  if (params.user_id !== String(publish_user_id) || params.publish_id !== String(publish_id))
    throw redirect(publicationAddress(publish_user_id, publish_id) + new URL(request.url).search);
  return { publication };
}

const ChatReplay = lazyPart(() => import('../live/streams/watch/chat-replay.tsx').then(({ ChatReplay }) => ChatReplay));

export default function PublicationPage({ loaderData }: Route.ComponentProps) {
  const t = useText('posts');
  const root = useRouteLoaderData<RootData>('root');
  const navigate = useNavigate();
  const [changed, setChanged] = useState({ of: loaderData, publication: loaderData.publication });
  const { publication } = changed.of === loaderData ? changed : loaderData;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { publish_id, publish_user_id, firstname, lastname, stream_id } = publication;
  const name = `${firstname} ${lastname}`.trim();
  const all = socialAddress(publish_user_id);
  const isOwn = publication.own === 1;
  return (
    <div className={`wrap ${styles.own}`}>
      <PublicationHead publication={publication} publicUrl={root?.publicUrl ?? ''} />
      <div className={styles.columns}>
        <div className={styles.middle}>
          <Breadcrumbs
            items={[
              { text: name, to: `/user/${publish_user_id}` },
              { text: t(isOwn ? 'posts.feed.mine' : 'posts.tab.posts'), to: isOwn ? `${all}?tab=mine` : all },
            ]}
          />
          <div className={styles.whole}>
            <Publication
              key={publish_id}
              publication={publication}
              place="page"
              isFirst
              onChange={(next) => setChanged({ of: loaderData, publication: next })}
              onDelete={() => void navigate(isOwn ? `${all}?tab=mine` : all, { replace: true })}
              onVideo={setVideo}
              along={
                stream_id !== undefined && (
                  <div className={styles.along}>
                    <Suspense>
                      <ChatReplay key={stream_id} streamId={stream_id} isHost={isOwn} video={video} />
                    </Suspense>
                  </div>
                )
              }
            />
          </div>
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const t = useText('posts');
  if (!isRouteErrorResponse(error) || error.status < 400 || error.status >= 500) return <ErrorPage error={error} />;
  const reason = error.status === 410 ? 'gone' : 'missing';
  return (
    <div className="wrap">
      <PageHead title={t(`posts.${reason}.title`)} noIndex />
      <Notice
        heading="h1"
        tone="gold"
        icon={<IconPhotoOff size={40} stroke={1.5} />}
        title={t(`posts.${reason}.title`)}
        text={t(`posts.${reason}.text`)}
      >
        <Link to={socialAddress(Number(params.user_id) || 0)} className={button('light')}>
          {t('posts.gone.more')}
        </Link>
      </Notice>
    </div>
  );
}
