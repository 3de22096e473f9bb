import type { AdReply } from '@app/contract/publishing/comments';
import { useText } from '../../platform/i18n.tsx';
import { WithheldNotice } from '../../trust/sanctions/withheld-notice.tsx';
import styles from './comment-item.module.css';

/** Says that others do not see a comment; its author also learns why staff hid it, and where to appeal. */
export function HiddenMark({ comment: { hidden, withheld } }: { comment: Pick<AdReply, 'hidden' | 'withheld'> }) {
  const t = useText('comments');
  if (withheld)
    return (
      <WithheldNotice title={t('comments.withheld')} appeal={t('comments.withheld.appeal')} isSmall>
        {withheld.reason !== '' && <p>{t('comments.withheld.reason', { reason: withheld.reason })}</p>}
      </WithheldNotice>
    );
  return hidden === 1 ? <p className={styles.mark}>{t('comments.hidden')}</p> : null;
}
