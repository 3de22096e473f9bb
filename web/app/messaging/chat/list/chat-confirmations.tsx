import type { Chat } from '@app/contract/messaging/chat';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { blockChat, deleteChat } from '../engine/actions.ts';
import styles from './chat-confirmations.module.css';

interface ConfirmationProps {
  user: Pick<Chat['user'], 'id' | 'firstname' | 'lastname'>;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

function useOpenDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    const root = dialog.current;
    const leave = (): void => closed();
    root?.showModal();
    root?.addEventListener('close', leave);
    return () => root?.removeEventListener('close', leave);
  }, []);
  return dialog;
}

function useConfirm(dialog: ReturnType<typeof useOpenDialog>, run: () => Promise<boolean>, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    const isDone = await run();
    setBusy(false);
    if (!isDone) return;
    onDone();
    dialog.current?.close();
  }
  return { isBusy, confirm: () => void confirm() };
}

export function DeleteChatDialog({ user, onDone, onClose }: ConfirmationProps) {
  const t = useText('chats');
  const name = useId();
  const dialog = useOpenDialog(onClose);
  const [isBoth, setBoth] = useState(false);
  const { isBusy, confirm } = useConfirm(
    dialog,
    () => deleteChat(user.id, isBoth),
    () => {
      toast.success(t('chats.done.delete'));
      onDone?.();
    },
  );
  return (
    <ConfirmDialog
      ref={dialog}
      question={t('chats.delete.title')}
      verb={t('chats.delete.verb')}
      isBusy={isBusy}
      onConfirm={confirm}
    >
      <p>{t('chats.delete.text', { name: `${user.firstname} ${user.lastname}`.trim() })}</p>
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
  const dialog = useOpenDialog(onClose);
  const { isBusy, confirm } = useConfirm(
    dialog,
    () => blockChat(user.id, true),
    () => {
      toast.success(t('chats.done.block'));
      onDone?.();
    },
  );
  return (
    <ConfirmDialog
      ref={dialog}
      question={t('chats.block.question')}
      verb={t('chats.do.block')}
      isBusy={isBusy}
      onConfirm={confirm}
    >
      {t('chats.block.text', { name: `${user.firstname} ${user.lastname}`.trim() })}
    </ConfirmDialog>
  );
}
