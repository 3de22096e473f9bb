import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import { Combobox, InputBase, ScrollArea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../platform/i18n.tsx';
import type { Named } from './list-countries.ts';

const LIST_HEIGHT = 200;

interface PlaceFieldProps {
  label: string;
  placeholder?: string;
  autoComplete: string;
  isDisabled?: boolean;
  error: string | undefined;
  /** Shown when the typed text names no place. */
  unknownText: string;
  /** An id; the text as typed where it names no place; empty for none. */
  value: string;
  nameOf: (id: string) => string | undefined;
  /** Suggestions for what is typed; null while they are loading. */
  options: readonly Named[] | null;
  onSearch: (text: string) => void;
  /** Looks up the places of a text that {@link options} did not have yet. */
  find: (text: string) => Promise<readonly Named[]>;
  onChange: (value: string) => void;
}

const isPlaceId = (value: string): boolean => /^\d+$/.test(value);
const comparable = (name: string): string => name.trim().toLowerCase().replaceAll('ё', 'е');
const sameName = (list: readonly Named[], text: string): Named | undefined =>
  list.find(({ name }) => comparable(name) === comparable(text));

/**
 * Text field that suggests places. A name typed in full is taken on Tab and Enter; text that names no place stays, with
 * an error, and is the value, so that the form's own check refuses it.
 */
export function PlaceField(props: PlaceFieldProps) {
  const { label, placeholder, autoComplete, isDisabled, error, unknownText, value, nameOf, options } = props;
  const { onSearch, find, onChange } = props;
  const t = useText('reference');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const latest = useRef(value);
  latest.current = value;
  const isUnknown = typed === null && !isLooking && value !== '' && !isPlaceId(value);
  const shown = typed ?? (isPlaceId(value) ? (nameOf(value) ?? '') : value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new suggestions are new options to highlight
  useEffect(() => {
    if (typed) combobox.selectFirstOption();
  }, [options, typed]);

  function take(next: string): void {
    setTyped(null);
    onSearch('');
    if (next !== value) onChange(next);
  }

  function settle(): void {
    if (typed === null) return;
    const text = typed.trim();
    const known = options && sameName(options, text);
    take(known ? String(known.id) : text);
    if (known || text === '' || options !== null) return;
    setLooking(true);
    find(text)
      .then(
        (places) => sameName(places, text),
        () => undefined,
      )
      .then((place) => {
        setLooking(false);
        if (place && latest.current === text) onChange(String(place.id));
      });
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || typed === null || combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    settle();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        take(id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete={autoComplete}>
        <InputBase
          label={label}
          placeholder={placeholder}
          disabled={isDisabled}
          error={error ?? (isUnknown && unknownText)}
          value={shown}
          rightSection={
            shown === '' || isDisabled ? (
              <Combobox.Chevron />
            ) : (
              <Combobox.ClearButton aria-label={t('reference.place.clear')} onClear={() => take('')} />
            )
          }
          rightSectionPointerEvents={shown === '' || isDisabled ? 'none' : 'all'}
          onChange={({ currentTarget: { value: text } }) => {
            setTyped(text);
            onSearch(text);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            settle();
          }}
          onKeyDown={handleKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isDisabled ?? false}>
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah={LIST_HEIGHT} type="scroll">
            {options?.map(({ id, name }) => (
              <Combobox.Option key={id} value={String(id)} active={String(id) === value}>
                {name}
              </Combobox.Option>
            ))}
          </ScrollArea.Autosize>
          {options?.length === 0 && <Combobox.Empty>{t('reference.place.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
