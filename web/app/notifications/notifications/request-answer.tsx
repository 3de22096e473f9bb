import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
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
  const { isSending, submit } = useSubmit({
    fallback: t('frame.error.network'),
    onError(error) {
      if (isApiError(error) && error.status === 404) onAnswered?.();
      return false;
    },
  });

  const answer = (isAccepted: boolean): Promise<void> =>
    submit(async () => {
      await call(isAccepted ? circleApi.accept : circleApi.hideByPost, { params: { id: personId } });
      if (isAccepted) toast.success(t('notifications.accepted'));
      onAnswered?.();
    });

  return (
    <div className={styles.answer}>
      {(['accept', 'hide'] as const).map((action) => (
        <button
          key={action}
          type="button"
          className={button(action === 'accept' ? 'light' : 'plain', 'small')}
          aria-label={t(`notifications.${action}.of`, { name })}
          aria-busy={isSending}
          onClick={() => void answer(action === 'accept')}
        >
          {t(`notifications.${action}`)}
        </button>
      ))}
    </div>
  );
}
