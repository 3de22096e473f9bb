import { IconChevronDown, IconX } from 'virtual:icons';
import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './music-dialog.module.css';

interface MusicDialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  about?: string;
  onClose: () => void;
  children: ReactNode;
}

export function MusicDialog({ ref, title, about, onClose, children }: MusicDialogProps) {
  const t = useText();
  const titleId = useId();
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <BareDialog ref={ref} className={`${frame.dialog} ${styles.dialog}`} aria-labelledby={titleId} onClose={onClose}>
      <header className={styles.head}>
        <div>
          <h2 id={titleId}>{title}</h2>
          {about && <p className="dim clip1">{about}</p>}
        </div>
        <IconButton
          icon={IconX}
          label={t('frame.close')}
          className={`${iconButton} ${styles.close}`}
          onClick={() => ref.current?.close()}
        />
      </header>
      {children}
    </BareDialog>
  );
}

interface DialogActionsProps {
  label: string;
  isSending: boolean;
  onCancel?: () => void;
}

export function DialogActions({ label, isSending, onCancel }: DialogActionsProps) {
  const t = useText();
  return (
    <div className={styles.actions}>
      {onCancel && <TextButton text={t('frame.cancel')} className={button('plain')} onClick={onCancel} />}
      <TextButton text={label} type="submit" className={button('primary')} aria-busy={isSending} />
    </div>
  );
}

interface MusicFormProps extends MusicDialogProps {
  verb: string;
  isSending: boolean;
  /** False where the browser checks the fields. */
  noValidate?: boolean;
  onSubmit: () => void;
}

/** Dialog of fields that ends with «Отмена» and a button that sends them. */
export function MusicForm({ verb, isSending, noValidate = true, onSubmit, children, ...dialog }: MusicFormProps) {
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <MusicDialog {...dialog}>
      <form noValidate={noValidate} className={dialogForm} onSubmit={handleSubmit}>
        {children}
        <DialogActions label={verb} isSending={isSending} onCancel={() => dialog.ref.current?.close()} />
      </form>
    </MusicDialog>
  );
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({ label, value, options, onChange }: SelectFieldProps<Value>) {
  return (
    <label className={dialogField}>
      {label}
      <span className={styles.select}>
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </span>
    </label>
  );
}

export function FormProblem({ text }: { text: string }) {
  return (
    text !== '' && (
      <p className={dialogProblem} role="alert">
        {text}
      </p>
    )
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onChange: (value: string) => void;
}

export function TextField({ label, onChange, ...rest }: TextFieldProps) {
  return (
    <label className={dialogField}>
      {label}
      <input {...rest} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}

/** Class name for forms inside a music dialog: styles fields with labels, selects, switches and hints. */
export const dialogForm: string = styles.form ?? '';
export const dialogField: string = styles.field ?? '';
export const dialogNote: string = styles.note ?? '';
export const dialogProblem: string = styles.problem ?? '';
export const dialogSwitch: string = styles.switch ?? '';
