import styles from './filter-select.module.css';

interface FilterSelectProps {
  label: string;
  /** Label of the choice without a filter; if absent, one of the choices is always selected. */
  any?: string;
  /** '' for any. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

export function FilterSelect({ label, any, value, choices, onChange }: FilterSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
