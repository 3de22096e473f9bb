import { IconBroadcast } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { Link } from 'react-router';
import { streamPath } from './stream-address.ts';
import { HostPic, StreamStateBadge, ViewerCount } from './stream-badges.tsx';
import styles from './stream-card.module.css';

interface StreamCardProps {
  stream: Stream;
  /** Poster and theme only, beside a stream that is watched. */
  isSmall?: boolean;
}

export function StreamCard({ stream, isSmall = false }: StreamCardProps) {
  const Heading = isSmall ? 'h3' : 'h2';
  const title = (
    <Heading className={styles.title}>
      <Link to={streamPath(stream)} className={styles.link}>
        {stream.theme}
      </Link>
    </Heading>
  );
  return (
    <article className={styles.card} data-small={isSmall || undefined}>
      <div className={styles.picture}>
        <IconBroadcast size={40} stroke={1.5} aria-hidden="true" />
        {stream.poster && <img src={stream.poster} alt="" loading="lazy" />}
        {!isSmall && (
          <span className={styles.live}>
            <StreamStateBadge state={stream.state} />
          </span>
        )}
        <span className={styles.views}>
          <ViewerCount count={stream.viewers} />
        </span>
      </div>
      {isSmall ? (
        title
      ) : (
        <div className={styles.about}>
          <HostPic stream={stream} size={44} />
          <div>
            {title}
            <p className={`clip1 ${styles.host}`}>{stream.user_name}</p>
          </div>
        </div>
      )}
    </article>
  );
}
