import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

interface DeleteCommentDialogProps {
  isRated?: boolean;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

export function DeleteCommentDialog({ isRated = false, onDelete, onClose }: DeleteCommentDialogProps) {
  const t = useText('comments');
  const [isDeleting, setDeleting] = useState(false);

  async function remove(): Promise<void> {
    setDeleting(true);
    await onDelete();
    onClose();
  }

  return (
    <ConfirmDialog
      question={t('comments.delete.question')}
      verb={t('comments.delete')}
      isBusy={isDeleting}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {t(isRated ? 'comments.delete.textRated' : 'comments.delete.text')}
    </ConfirmDialog>
  );
}
