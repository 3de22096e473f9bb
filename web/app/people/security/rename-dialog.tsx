import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import frame from '../../ui/dialog.module.css';
import { useSubmit } from '../../ui/form/use-submit.ts';
import styles from './security.module.css';

interface RenameDialogProps {
  title: string;
  name: string;
  maxLength: number;
  mayBeEmpty?: boolean;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

export function RenameDialog({ title, name, maxLength, mayBeEmpty = false, onSave, onClose }: RenameDialogProps) {
  const t = useText('security');
  const titleId = useId();
  const [value, setValue] = useState(name);
  const { isSending, submit } = useSubmit();
  const isMissing = value.trim() === '' && !mayBeEmpty;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isMissing) void submit(() => onSave(value.trim()));
  }

  return (
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      className={frame.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId} className={styles.dialogTitle}>
        {title}
      </h2>
      <form noValidate className={styles.dialogForm} onSubmit={handleSubmit}>
        <TextInput
          label={t('security.name')}
          description={mayBeEmpty ? t('security.nameHint') : undefined}
          maxLength={maxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={button('plain')} onClick={onClose}>
            {t('frame.cancel')}
          </button>
          <button type="submit" className={button('primary')} disabled={isSending || isMissing}>
            {t('security.save')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
