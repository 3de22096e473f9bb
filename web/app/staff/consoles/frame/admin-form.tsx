import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import type { ReactNode } from 'react';
import { DialogForm } from '../../../ui/dialog/dialog.tsx';

interface AdminFormProps {
  verb: string;
  isSending: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Form in a dialog of the admin area, whose button shows a loader while it sends. */
export function AdminForm({ verb, isSending, onSubmit, children }: AdminFormProps) {
  const submit = (
    <Button type="submit" aria-busy={isSending} loading={isSending}>
      {verb}
    </Button>
  );
  return (
    <DialogForm submit={submit} onSubmit={onSubmit}>
      {children}
    </DialogForm>
  );
}
