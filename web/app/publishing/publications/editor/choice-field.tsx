import { IconChevronDown } from 'virtual:icons';
import { useId } from 'react';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './publication-form.module.css';

interface ChoiceFieldProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; text: string }[];
  isDisabled: boolean;
  onChange: (value: V) => void;
}

export function ChoiceField<V extends string>({ label, value, options, isDisabled, onChange }: ChoiceFieldProps<V>) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.select}>
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            const chosen = options.find((option) => option.value === currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </div>
    </div>
  );
}
