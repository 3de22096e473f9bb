import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { answerRequest } from '../engine/actions.ts';
import { ChatRow, type ChatRowProps, nameOf } from './chat-row.tsx';
import { MessageRequestDetails } from './message-request-details.tsx';
import styles from './request-row.module.css';

export function RequestRow(props: ChatRowProps) {
  const t = useText('chats');
  const { user } = props.chat;
  const name = nameOf(user);
  const [isSending, setSending] = useState(false);

  async function answer(choice: 'accept' | 'decline'): Promise<void> {
    if (isSending) return;
    setSending(true);
    const isDone = await answerRequest(user.id, choice);
    setSending(false);
    if (isDone) toast.success(t(choice === 'accept' ? 'chats.request.accepted' : 'chats.request.declined'));
  }

  return (
    <>
      <ChatRow {...props} />
      <div className={styles.answer}>
        <MessageRequestDetails userId={user.id} />
        <div className={styles.buttons}>
          <button
            type="button"
            className={button('light', 'small')}
            aria-label={t('chats.request.accept.of', { name })}
            aria-busy={isSending}
            onClick={() => void answer('accept')}
          >
            {t('chats.request.accept')}
          </button>
          <button
            type="button"
            className={button('plain', 'small')}
            aria-label={t('chats.request.decline.of', { name })}
            aria-busy={isSending}
            onClick={() => void answer('decline')}
          >
            {t('chats.request.decline')}
          </button>
        </div>
      </div>
    </>
  );
}
