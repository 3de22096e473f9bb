import { IconSearch, IconX } from 'virtual:icons';
import type { ComponentProps } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../icon.ts';
import styles from './list-search.module.css';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

const SEARCH_MAX = 200;

/** Search field whose owner holds the text, with a cross that clears it. */
export function SearchInput({ label, hint = label, value, onChange, ...rest }: SearchInputProps) {
  const t = useText();
  return (
    <div className={styles.box}>
      <IconSearch size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...rest}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('frame.search.clear')}
          onClick={({ currentTarget }) => {
            onChange('');
            currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
