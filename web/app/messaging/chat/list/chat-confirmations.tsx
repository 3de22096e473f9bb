import type { Chat } from '@app/contract/messaging/chat';
import { useId, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { blockChat, deleteChat } from '../engine/actions.ts';
import { nameOf } from '../name-of.ts';
import { useBusy } from '../use-busy.ts';
import styles from './chat-confirmations.module.css';

interface ConfirmationProps {
  user: Pick<Chat['user'], 'id' | 'firstname' | 'lastname'>;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

export function DeleteChatDialog({ user, onDone, onClose }: ConfirmationProps) {
  const t = useText('chats');
  const name = useId();
  const [isBoth, setBoth] = useState(false);
  const { isBusy, run } = useBusy();

  async function confirm(): Promise<void> {
    if (!(await run(() => deleteChat(user.id, isBoth)))) return;
    toast.success(t('chats.done.delete'));
    onDone?.();
    onClose();
  }

  return (
    <ConfirmDialog
      question={t('chats.delete.title')}
      verb={t('chats.delete.verb')}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t('chats.delete.text', { name: nameOf(user) })}</p>
      <fieldset className={styles.choices}>
        <legend className="sr">{t('chats.delete.whose')}</legend>
        {(['mine', 'both'] as const).map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={isBoth === (choice === 'both')}
              onChange={() => setBoth(choice === 'both')}
            />
            <span>
              <b>{t(`chats.delete.${choice}`)}</b>
              <small>{t(`chats.delete.${choice}.text`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}

/** Explains the effects of blocking, which go beyond the chat, before blocking. */
export function BlockChatDialog({ user, onDone, onClose }: ConfirmationProps) {
  const t = useText('chats');
  const { isBusy, run } = useBusy();

  async function confirm(): Promise<void> {
    if (!(await run(() => blockChat(user.id, true)))) return;
    toast.success(t('chats.done.block'));
    onDone?.();
    onClose();
  }

  return (
    <ConfirmDialog
      question={t('chats.block.question')}
      verb={t('chats.do.block')}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('chats.block.text', { name: nameOf(user) })}
    </ConfirmDialog>
  );
}
