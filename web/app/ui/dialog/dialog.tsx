import { IconX } from 'virtual:icons';
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useText } from '../../platform/i18n.tsx';
import { type ButtonVariant, button, iconButton } from '../button.ts';
import { IconButton } from '../buttons.tsx';
import styles from './dialog.module.css';

interface BareDialogProps extends ComponentProps<'dialog'> {
  /** With a ref the owner opens the dialog by `showModal()`; without one it is open while mounted. */
  ref?: RefObject<HTMLDialogElement | null>;
  /** A press beside the dialog closes it. */
  closesOutside?: boolean;
}

/**
 * Modal dialog with a look of its own. The first field, or the one with `data-first`, gets the focus; the opener gets
 * it back.
 */
export function BareDialog({ ref, closesOutside = false, ...rest }: BareDialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const root = own.current;
    const opener = document.activeElement;
    // `autofocus` lets `showModal` set the focus; a field that opens its list on focus would otherwise leave the list
    // open behind the dialog.
    root?.querySelector('[data-first]')?.setAttribute('autofocus', '');
    root?.showModal();
    return () => {
      if (root && opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog
    <dialog ref={ref ?? own} onClick={closesOutside ? closeOutside : undefined} {...rest} />
  );
}

interface DialogProps extends Omit<BareDialogProps, 'title' | 'about'> {
  title: ReactNode;
  about?: ReactNode;
  isWide?: boolean | undefined;
  /** Shows a button with a cross in the head. */
  hasClose?: boolean;
  closeLabel?: string;
}

export function Dialog(props: DialogProps) {
  const { title, about, isWide = false, hasClose = false, closeLabel, className, children, ...rest } = props;
  const titleId = useId();
  const heading = (
    <h2 id={titleId} className={hasClose ? undefined : styles.title}>
      {title}
    </h2>
  );
  return (
    <BareDialog
      className={className === undefined ? styles.dialog : `${styles.dialog} ${className}`}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      {...rest}
    >
      {hasClose ? (
        <header className={styles.head}>
          <div className={styles.words}>
            {heading}
            {about && <p className="dim clip1">{about}</p>}
          </div>
          <DialogClose label={closeLabel} />
        </header>
      ) : (
        heading
      )}
      {children}
    </BareDialog>
  );
}

/** Closes the dialog around the pressed button. */
export function closeDialog({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest('dialog')?.close();
}

function closeOutside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): void {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) currentTarget.close();
}

export function DialogClose({ label, className = '' }: { label?: string | undefined; className?: string | undefined }) {
  const t = useText();
  return (
    <IconButton
      icon={IconX}
      size={22}
      className={`${iconButton} ${className}`}
      label={label ?? t('frame.close')}
      title={label}
      onClick={closeDialog}
    />
  );
}

export function DialogText(props: ComponentProps<'div'>) {
  return <div className={styles.text} {...props} />;
}

/** Class of a row of buttons at the end of a dialog. */
export const dialogActions: string = styles.actions ?? '';

/** Row of buttons at the end of a dialog, with «Отмена» first. */
export function DialogActions({
  onCancel = closeDialog,
  children,
}: {
  onCancel?: ComponentProps<'button'>['onClick'];
  children: ReactNode;
}) {
  const t = useText();
  return (
    <div className={styles.actions}>
      <button type="button" className={button('plain')} onClick={onCancel}>
        {t('frame.cancel')}
      </button>
      {children}
    </div>
  );
}

interface DialogFormProps {
  ref?: RefObject<HTMLFormElement | null> | undefined;
  verb?: ReactNode;
  tone?: ButtonVariant;
  isSending?: boolean;
  isDisabled?: boolean;
  /** Instead of the button that `verb`, `tone`, `isSending` and `isDisabled` describe. */
  submit?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}

export function DialogForm({
  ref,
  verb,
  tone = 'primary',
  isSending,
  isDisabled,
  submit,
  onSubmit,
  children,
}: DialogFormProps) {
  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    // The dialog may be inside a form of its page.
    event.stopPropagation();
    onSubmit();
  }
  return (
    <form ref={ref} noValidate className={styles.form} onSubmit={handleSubmit}>
      {children}
      <DialogActions>
        {submit ?? (
          <button type="submit" className={button(tone)} aria-busy={isSending} disabled={isDisabled}>
            {verb}
          </button>
        )}
      </DialogActions>
    </form>
  );
}
