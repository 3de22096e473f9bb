import { createPortal } from 'react-dom';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface SignOutQuestionProps {
  unsaved: { messages: boolean; recordings: boolean };
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before sign-out deletes unsent messages or unsaved call recordings. Rendered outside the menu, which is closed
 * by then.
 */
export function SignOutQuestion({ unsaved, onConfirm, onClose }: SignOutQuestionProps) {
  const t = useText('chats');
  return createPortal(
    <ConfirmDialog
      question={t(unsaved.messages ? 'chats.unsent.title' : 'chats.unsaved.title')}
      verb={t('frame.signOut')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {unsaved.messages && <p>{t('chats.unsent.text')}</p>}
      {unsaved.recordings && <p>{t('chats.unsaved.text')}</p>}
    </ConfirmDialog>,
    document.body,
  );
}
