import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';

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
  const [value, setValue] = useState(name);
  const { isSending, submit } = useSubmit();
  const isMissing = value.trim() === '' && !mayBeEmpty;

  function save(): void {
    if (!isMissing) void submit(() => onSave(value.trim()));
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm verb={t('security.save')} isDisabled={isSending || isMissing} onSubmit={save}>
        <TextInput
          label={t('security.name')}
          description={mayBeEmpty ? t('security.nameHint') : undefined}
          maxLength={maxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
