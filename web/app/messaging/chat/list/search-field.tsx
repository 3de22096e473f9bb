import { IconSearch, IconX } from 'virtual:icons';
import type { KeyboardEvent } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useSearchTerms } from '../../../ui/list/list-search.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
  onLeave: () => void;
}

export function SearchField({ value, onSearch, onLeave }: SearchFieldProps) {
  const t = useText('chats');
  const { terms, clear, handleSubmit, input } = useSearchTerms({ value, pauseMs: 250, onSearch });

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && terms !== '') {
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onLeave();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form takes Enter, and older browsers know no <search>
    <form role="search" className={styles.box} onSubmit={handleSubmit}>
      <IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <input {...input} aria-label={t('chats.search.label')} placeholder={t('chats.search')} onKeyDown={handleKey} />
      {terms !== '' && (
        <button type="button" aria-label={t('chats.search.clear')} onClick={clear}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
