import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { answerRequest } from '../engine/actions.ts';
import { nameOf } from '../name-of.ts';
import { useBusy } from '../use-busy.ts';
import { ChatRow, type ChatRowProps } from './chat-row.tsx';
import { MessageRequestDetails } from './message-request-details.tsx';
import styles from './request-row.module.css';

export function RequestRow(props: ChatRowProps) {
  const t = useText('chats');
  const { user } = props.chat;
  const name = nameOf(user);
  const { isBusy, run } = useBusy();

  async function answer(choice: 'accept' | 'decline'): Promise<void> {
    if (!isBusy && (await run(() => answerRequest(user.id, choice))))
      toast.success(t(choice === 'accept' ? 'chats.request.accepted' : 'chats.request.declined'));
  }

  return (
    <>
      <ChatRow {...props} />
      <div className={styles.answer}>
        <MessageRequestDetails userId={user.id} />
        <div className={styles.buttons}>
          {(['accept', 'decline'] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              className={button(choice === 'accept' ? 'light' : 'plain', 'small')}
              aria-label={t(`chats.request.${choice}.of`, { name })}
              aria-busy={isBusy}
              onClick={() => void answer(choice)}
            >
              {t(`chats.request.${choice}`)}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}
