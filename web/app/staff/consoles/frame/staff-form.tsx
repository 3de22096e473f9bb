import { Button, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogForm } from '../../../ui/dialog/dialog.tsx';
import { type Form, type TextField, useForm } from '../../../ui/form/use-form.ts';
import styles from './staff-form.module.css';
import { useFinish, useStaffErrors } from './use-staff-action.ts';

interface StaffFormOptions<Draft> {
  initial: Draft | (() => Draft);
  /** Messages of wrong fields, without which the form is sent. */
  check?: (draft: Draft) => Readonly<Record<string, string | false>>;
  /** Returns the message to show afterwards; after `false` the form stays open. */
  send: (draft: Draft) => Promise<unknown>;
  onError?: (error: unknown) => boolean;
  onClose?: () => void;
}

/** Form of the admin area. After it was sent it closes, and the page reloads. */
export function useStaffForm<Draft extends object>(options: StaffFormOptions<Draft>) {
  const { initial, check, send, onError, onClose } = options;
  const finish = useFinish();
  const form = useForm<Draft>({
    initial,
    check: (draft) =>
      Object.fromEntries(Object.entries(check?.(draft) ?? {}).map(([name, message]) => [name, message || undefined])),
    onError: useStaffErrors(onError),
    send: async (draft) => {
      const message = await send(draft);
      if (message !== false) onClose?.();
      await finish(message);
    },
  });
  return {
    ...form,
    /** Props of the field of a text or of a choice. */
    field: <Name extends TextField<Draft>>(name: Name, label: string) => ({ label, ...form.field(name) }),
    save: (): void => form.props.onSubmit(),
  };
}

interface StaffFormProps {
  verb: string;
  form: { isSending: boolean; save: () => void; props?: Pick<Form<never>['props'], 'ref'> };
  children: ReactNode;
}

/** Fields and buttons in a dialog; the button shows a loader while the form is sent. */
export function StaffForm({ verb, form: { isSending, save, props }, children }: StaffFormProps) {
  const submit = (
    <Button type="submit" aria-busy={isSending} loading={isSending}>
      {verb}
    </Button>
  );
  return (
    <DialogForm ref={props?.ref} submit={submit} onSubmit={save}>
      {children}
    </DialogForm>
  );
}

/** Fields in two columns, in one on phones. */
export function FieldPair({ isDense, children }: { isDense?: boolean; children: ReactNode }) {
  return (
    <div className={styles.pair} data-dense={isDense}>
      {children}
    </div>
  );
}

interface StaffDialogProps extends StaffFormProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
}

export function StaffDialog({ title, isWide, onClose, ...form }: StaffDialogProps) {
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <StaffForm {...form} />
    </Dialog>
  );
}

interface ReasonDialogProps extends Pick<TextareaProps, 'maxLength' | 'rows' | 'minRows' | 'withAsterisk'> {
  title: string;
  verb: string;
  label: string;
  /** Message for an empty reason; without it the server decides whether one is needed. */
  required?: string;
  /** As in {@link useStaffForm}. */
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Dialog of an action that is sent with a reason. */
export function ReasonDialog({ title, verb, label, required, send, onClose, children, ...field }: ReasonDialogProps) {
  const form = useStaffForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: required !== undefined && reason.trim() === '' && required }),
    send: ({ reason }) => send(reason),
    onClose,
  });
  return (
    <StaffDialog title={title} verb={verb} form={form} onClose={onClose}>
      {children}
      <Textarea data-first {...form.field('reason', label)} {...field} />
    </StaffDialog>
  );
}
