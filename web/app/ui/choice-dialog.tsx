import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './choice-dialog.module.css';

interface ChoiceDialogProps {
  title: string;
  text: string;
  children: ReactNode;
  actions: ReactNode;
  onClose: () => void;
}

/** Modal dialog with choices, open while mounted; `data-first` marks the element that gets the focus first. */
export function ChoiceDialog({ title, text, children, actions, onClose }: ChoiceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const root = dialog.current;
    root?.showModal();
    root?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => root?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        {text}
      </p>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}

interface SideChoiceProps {
  name: string;
  label: string;
  value: string;
  empty: string;
  isChosen: boolean;
  onChoose: () => void;
}

export function SideChoice({ name, label, value, empty, isChosen, onChoose }: SideChoiceProps) {
  return (
    <label className={styles.side}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <small>{label}</small>
      <span className={styles.value} data-none={value === '' || undefined}>
        {value === '' ? empty : value}
      </span>
    </label>
  );
}
