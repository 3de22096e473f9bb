import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface DeleteCommentDialogProps {
  onDelete: () => Promise<void>;
  onClose: () => void;
}

export function DeleteCommentDialog({ onDelete, onClose }: DeleteCommentDialogProps) {
  const t = useText('comments');
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const element = dialog.current;
    const leave = (): void => close.current();
    element?.showModal();
    element?.addEventListener('close', leave);
    return () => element?.removeEventListener('close', leave);
  }, []);

  async function remove(): Promise<void> {
    setDeleting(true);
    await onDelete();
    dialog.current?.close();
  }

  return (
    <ConfirmDialog
      ref={dialog}
      question={t('comments.delete.question')}
      verb={t('comments.delete')}
      isBusy={isDeleting}
      onConfirm={() => void remove()}
    >
      {t('comments.delete.text')}
    </ConfirmDialog>
  );
}
