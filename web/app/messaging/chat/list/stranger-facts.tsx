import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useHead } from '../engine/use-head.ts';
import styles from './request-row.module.css';

/** Asked for once they come into sight: nobody reads about strangers far below. */
function useIsSeen(): { place: RefObject<HTMLParagraphElement | null>; isSeen: boolean } {
  const place = useRef<HTMLParagraphElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isSeen) return;
    const eye = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)));
    eye.observe(element);
    return () => eye.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}

function Facts({ userId }: { userId: number }) {
  const t = useText('chats');
  const stranger = useHead(userId).head?.stranger;
  if (!stranger) return null;
  const facts = [
    t('chats.request.since', { moment: formatDate(stranger.registered) }),
    t('chats.request.mutual', { count: stranger.mutual }),
    ...(stranger.ads_count > 0 ? [t('chats.request.ads', { count: stranger.ads_count })] : []),
  ];
  return facts.map((fact) => <span key={fact}>{fact}</span>);
}

/** Since when a stranger is here, whom both know, what they sell. */
export function StrangerFacts({ userId }: { userId: number }) {
  const { place, isSeen } = useIsSeen();
  return (
    <p ref={place} className={styles.facts}>
      {isSeen && <Facts userId={userId} />}
    </p>
  );
}
