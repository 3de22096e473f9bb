import { IconCopy } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from './side-card.module.css';

/** Copies the viewer's invitation link. Users who register by the link count as invited. */
export function CopyInvite({ link, look }: { link: string; look: 'light' | 'plain' }) {
  const t = useText('circle');
  const copy = (): Promise<void> => copyText(link, t('circle.invite.copied'), t('frame.error.generic'));
  return (
    <button type="button" className={button(look)} onClick={() => void copy()}>
      <IconCopy size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {t('circle.invite.copy')}
    </button>
  );
}

export function InviteCard({ viewerId, link }: { viewerId: number; link: string | null }) {
  const t = useText('circle');
  return (
    <section className={`card ${styles.card}`} aria-labelledby="circle-invite">
      <h2 id="circle-invite">{t('circle.invite.title')}</h2>
      <p className={styles.text}>{t('circle.invite.text')}</p>
      <div className={styles.actions}>
        {link !== null && <CopyInvite link={link} look="plain" />}
        <Link to={`/user/invite_history/${viewerId}`} className={styles.plainLink}>
          {t('circle.invite.more')}
        </Link>
      </div>
    </section>
  );
}
