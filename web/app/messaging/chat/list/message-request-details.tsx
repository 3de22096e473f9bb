import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useChatHeader } from '../engine/use-chat-header.ts';
import styles from './request-row.module.css';

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

function RequestDetails({ userId }: { userId: number }) {
  const t = useText('chats');
  const sender = useChatHeader(userId).header?.stranger;
  if (!sender) return null;
  const details = [
    t('chats.request.since', { moment: formatDate(sender.registered) }),
    t('chats.request.mutual', { count: sender.mutual }),
    ...(sender.ads_count > 0 ? [t('chats.request.ads', { count: sender.ads_count })] : []),
  ];
  return details.map((detail) => <span key={detail}>{detail}</span>);
}

export function MessageRequestDetails({ userId }: { userId: number }) {
  const { place, isSeen } = useIsSeen();
  return (
    <p ref={place} className={styles.facts}>
      {isSeen && <RequestDetails userId={userId} />}
    </p>
  );
}
