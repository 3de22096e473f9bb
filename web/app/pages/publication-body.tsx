import type { Publication as Shown } from '@app/contract/publishing/publications';
import { Suspense, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import type { RootData } from '../platform/root-data.ts';
import styles from '../publishing/publications/feed/social-page.module.css';
import { Publication } from '../publishing/publications/publication.tsx';
import { socialAddress } from '../publishing/publications/publication-address.ts';
import { PublicationHead } from '../publishing/publications/publication-head.tsx';
import { useEarlyPart } from '../ui/hooks/use-early-part.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx';

const ChatReplay = lazyPart(() => import('../live/streams/watch/chat-replay.tsx').then(({ ChatReplay }) => ChatReplay));

interface Loaded {
  publication: Shown;
}

export function PublicationBody({ loaded }: { loaded: Loaded }) {
  const part = useEarlyPart<HTMLDivElement>();
  const t = useText('posts');
  const root = useRouteLoaderData<RootData>('root');
  const navigate = useNavigate();
  const [changed, setChanged] = useState({ of: loaded, publication: loaded.publication });
  const { publication } = changed.of === loaded ? changed : loaded;
  const change = (changes: Partial<Shown>): void =>
    setChanged((current) => {
      const { publication } = current.of === loaded ? current : loaded;
      return { of: loaded, publication: { ...publication, ...changes } };
    });
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { publish_id, publish_user_id, firstname, lastname, stream_id } = publication;
  const name = `${firstname} ${lastname}`.trim();
  const all = socialAddress(publish_user_id);
  const isOwn = publication.own === 1;
  return (
    <div ref={part} className={`wrap ${styles.own}`} data-early-part="page">
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
              onChange={(_, changes) => change(changes)}
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
