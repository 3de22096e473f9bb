import { type ReactNode, useId } from 'react';
import styles from './choice-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ChoiceDialogProps {
  title: string;
  text: string;
  children: ReactNode;
  actions: ReactNode;
  onClose: () => void;
}

/** Modal dialog with choices, open while mounted; `data-first` marks the element that gets the focus first. */
export function ChoiceDialog({ title, text, children, actions, onClose }: ChoiceDialogProps) {
  const id = useId();
  return (
    <Dialog className={styles.dialog} title={title} aria-describedby={id} onClose={onClose}>
      <p id={id} className={styles.text}>
        {text}
      </p>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Dialog>
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
