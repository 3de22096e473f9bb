import type { Chat, Message } from '@app/contract/messaging/chat';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { deleteMessages } from '../engine/actions.ts';
import { useBusy } from '../use-busy.ts';
import styles from './message-dialogs.module.css';
import { tickOf } from './thread-items.ts';

interface DeleteMessagesProps {
  userId: number;
  messages: readonly Message[];
  mayBoth: boolean;
  onDone: () => void;
  onClose: () => void;
}

export function DeleteMessages({ userId, messages, mayBoth, onDone, onClose }: DeleteMessagesProps) {
  const t = useText('chat');
  const { isBusy, run } = useBusy();
  const mine = messages.filter((message) => message.mine === 1).length;
  const isBoth = mayBoth && mine > 0;

  async function remove(both: boolean): Promise<void> {
    if (!(await run(() => deleteMessages(userId, messages, both)))) return;
    onDone();
    onClose();
  }

  return (
    <Dialog title={t('chat.delete.question', { count: messages.length })} onClose={onClose}>
      <p className={styles.text}>{t(mine === messages.length ? 'chat.delete.text' : 'chat.delete.textMine')}</p>
      <form method="dialog" className={styles.actions}>
        {/* The dialog focuses its first button, so the harmless button comes first. */}
        <button type="submit" className={button('plain')}>
          {t('frame.cancel')}
        </button>
        <button
          type="button"
          className={button(isBoth ? 'plain' : 'danger')}
          disabled={isBusy}
          onClick={() => void remove(false)}
        >
          {t('chat.delete.me')}
        </button>
        {isBoth && (
          <button type="button" className={button('danger')} disabled={isBusy} onClick={() => void remove(true)}>
            {t('chat.delete.both')}
          </button>
        )}
      </form>
    </Dialog>
  );
}

export function MessageInfo({ message, chat, onClose }: { message: Message; chat: Chat | null; onClose: () => void }) {
  const t = useText('chat');
  const tick = tickOf({ message, outgoing: null }, chat);
  const rowIf = (isSo: boolean): string => t(isSo ? 'chat.info.yes' : 'chat.info.notYet');
  const details = [
    [t('chat.tick.sent'), formatDateTime(message.timestamp)],
    ...(message.edited ? [[t('chat.info.edited'), formatDateTime(message.edited)]] : []),
    [t('chat.tick.delivered'), rowIf(tick === 'delivered' || tick === 'read')],
    [t('chat.tick.read'), rowIf(tick === 'read')],
  ];
  return (
    <Dialog title={t('chat.actions.info')} onClose={onClose}>
      <dl className={styles.facts}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className={styles.actions}>
        <button type="submit" className={button('plain')}>
          {t('frame.close')}
        </button>
      </form>
    </Dialog>
  );
}
