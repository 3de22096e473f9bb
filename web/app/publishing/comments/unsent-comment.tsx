import { RATING_MAX } from '#contract/publishing/comments';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Stars } from '../../ui/stars/stars.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './comment-item.module.css';
import type { OutboxComment } from './use-outbox.ts';

interface UnsentCommentProps {
  unsent: OutboxComment;
  viewer: SessionViewer;
  onRetry: () => void;
  onRetryWithoutRating: () => void;
  onDiscard: () => void;
}

export function UnsentComment({ unsent, viewer, onRetry, onRetryWithoutRating, onDiscard }: UnsentCommentProps) {
  const t = useText('comments');
  const { message, rating, replyTo, failure } = unsent;
  const { user_firstname: firstname, user_lastname: lastname, user_photo: photo } = viewer;
  return (
    <div className={styles.comment} data-waits>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={replyTo === null ? 40 : 32} />
      <div className={styles.body}>
        <p className={styles.head}>
          <span className={styles.name}>{`${firstname} ${lastname}`.trim()}</span>
          {rating > 0 && <Stars max={RATING_MAX} rating={rating} />}
          {failure === null && <span className={styles.time}>{t('comments.sending')}</span>}
        </p>
        <p className={styles.message}>{message}</p>
        {failure && (
          <div className={styles.failure} role="alert">
            <p>
              {t('comments.failed')}. {failure.message || t('frame.error.network')}
            </p>
            <div className={styles.actions}>
              {failure.code === 'already_rated' ? (
                <TextButton
                  text={t('comments.retryWithoutRating')}
                  className={button('light', 'small')}
                  onClick={onRetryWithoutRating}
                />
              ) : (
                <TextButton text={t('frame.retry')} className={button('light', 'small')} onClick={onRetry} />
              )}
              <TextButton text={t('comments.discard')} className={button('quiet', 'small')} onClick={onDiscard} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
