import { useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './request-answer.module.css';

interface RequestAnswerProps {
  personId: number;
  name: string;
  onAnswered?: () => void;
}

/** «Принять» and «Скрыть» of a friend request. A request that was answered elsewhere meanwhile is removed as well. */
export function RequestAnswer({ personId, name, onAnswered }: RequestAnswerProps) {
  const t = useText('notifications');
  const [isSending, setSending] = useState(false);

  async function answer(isAccepted: boolean): Promise<void> {
    if (isSending) return toast.info(t('frame.wait'));
    setSending(true);
    try {
      await call(isAccepted ? circleApi.accept : circleApi.hideByPost, { params: { id: personId } });
      if (isAccepted) toast.success(t('notifications.accepted'));
      onAnswered?.();
    } catch (error) {
      const isGone = isApiError(error) && error.status === 404;
      if (isGone) onAnswered?.();
      toast.error((isApiError(error) && error.message) || t('frame.error.network'));
    } finally {
      setSending(false);
    }
  }

  return (
    <div className={styles.answer}>
      <button
        type="button"
        className={button('light', 'small')}
        aria-label={t('notifications.accept.of', { name })}
        aria-busy={isSending}
        onClick={() => void answer(true)}
      >
        {t('notifications.accept')}
      </button>
      <button
        type="button"
        className={button('plain', 'small')}
        aria-label={t('notifications.hide.of', { name })}
        aria-busy={isSending}
        onClick={() => void answer(false)}
      >
        {t('notifications.hide')}
      </button>
    </div>
  );
}
