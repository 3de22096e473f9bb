import { Link } from 'react-router';
import { formatNumber } from '../platform/format.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import styles from './comments-block.module.css';

/** How many comments there are; they themselves are for people who signed in. */
export function CommentsBlock({ adId, count, isSignedIn }: { adId: number; count: number; isSignedIn: boolean }) {
  const t = useText();
  const lang = useLanguage();
  if (isSignedIn) return null;
  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments" className={styles.title}>
        {t('ads.comments')} <span className={styles.count}>{formatNumber(lang, count)}</span>
      </h2>
      <p>
        {t('ads.comments.signIn')}{' '}
        <Link to={`/auth?next=/ad/${adId}`} className="link">
          {t('frame.signIn')}
        </Link>
      </p>
    </section>
  );
}
