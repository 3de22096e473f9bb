import { IconClock } from 'virtual:icons';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { SearchInput } from '../../../../ui/list/search-input.tsx';
import {
  addRecent,
  type EmojiRow,
  GROUPS,
  loadEmoji,
  readRecent,
  readTone,
  searchEmoji,
  signOf,
  writeTone,
} from './emoji-data.ts';
import styles from './emoji-panel.module.css';

const TONES = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'];
const TABS = [{ id: -1, name: 'recent', sign: '' }, ...GROUPS] as const;
type Tab = (typeof TABS)[number];

/** The rows of one language; null while they load. */
function useEmoji() {
  const lang = useLanguage();
  const [rows, setRows] = useState<readonly EmojiRow[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    loadEmoji(lang).then(
      (loaded) => isCurrent && setRows(loaded),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [lang, attempt]);
  return { rows, hasFailed, retry: () => setAttempt((before) => before + 1) };
}

/** Moves the focus between the buttons of one grid by the arrow keys, rows as they are on the screen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const top = buttons[0]?.offsetTop;
  const columns = Math.max(1, buttons.filter(({ offsetTop }) => offsetTop === top).length);
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at };
  const step = event.key === 'End' ? buttons.length - 1 - at : steps[event.key as keyof typeof steps];
  const next = step === undefined ? undefined : buttons[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

/** A press leaves the focus where it was: in the field, or nowhere on phones, so that no keyboard opens. */
const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault();

interface EmojiPanelProps {
  id: string;
  onPick: (sign: string) => void;
  onClose: () => void;
}

export function EmojiPanel({ id, onPick, onClose }: EmojiPanelProps) {
  const t = useText('composer');
  const { rows, hasFailed, retry } = useEmoji();
  // Order stays while the panel is open, so that nothing moves below the finger.
  const [recent] = useState(readRecent);
  const [tab, setTab] = useState<Tab>(recent.length > 0 ? TABS[0] : TABS[1]);
  const [search, setSearch] = useState('');
  const [tone, setTone] = useState(readTone);

  function pick(sign: string): void {
    addRecent(sign);
    onPick(sign);
  }

  const shown = search.trim() === '' ? rowsOf(rows ?? [], tab, recent) : searchEmoji(rows ?? [], search);
  return (
    <div
      id={id}
      role="dialog"
      data-emoji-panel=""
      aria-label={t('composer.emoji')}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <SearchInput label={t('composer.emoji.search')} value={search} onChange={setSearch} />
        <select
          className={styles.tone}
          aria-label={t('composer.emoji.tone')}
          title={t('composer.emoji.tone')}
          value={tone}
          onChange={({ currentTarget }) => {
            setTone(Number(currentTarget.value));
            writeTone(Number(currentTarget.value));
          }}
        >
          {TONES.map((sign, index) => (
            <option key={sign} value={index}>
              {sign}
            </option>
          ))}
        </select>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: presses, not fields */}
      <div className={styles.groups} role="group" aria-label={t('composer.emoji.groups')}>
        {TABS.map((one) => (
          <button
            key={one.name}
            type="button"
            className={styles.group}
            aria-pressed={search === '' && one.id === tab.id}
            aria-label={t(`composer.emoji.${one.name}`)}
            title={t(`composer.emoji.${one.name}`)}
            onMouseDown={keepFocus}
            onClick={() => {
              setTab(one);
              setSearch('');
            }}
          >
            {one.sign || <IconClock size={20} stroke={ICON_STROKE} aria-hidden="true" />}
          </button>
        ))}
      </div>
      <div className={styles.place} aria-busy={rows === null && !hasFailed}>
        {hasFailed ? (
          <p role="alert" className={styles.note}>
            {t('composer.emoji.failed')}{' '}
            <button type="button" className="link" onClick={retry}>
              {t('frame.retry')}
            </button>
          </p>
        ) : rows === null || shown.length === 0 ? (
          <p role="status" className={styles.note}>
            {rows === null ? t('frame.loading') : t('composer.emoji.none')}
          </p>
        ) : (
          <EmojiGrid
            key={`${tab.name} ${search}`}
            label={search.trim() === '' ? t(`composer.emoji.${tab.name}`) : t('composer.emoji.search')}
            rows={shown}
            tone={tone}
            onPick={pick}
          />
        )}
      </div>
    </div>
  );
}

interface EmojiGridProps {
  label: string;
  rows: readonly EmojiRow[];
  tone: number;
  onPick: (sign: string) => void;
}

function EmojiGrid({ label, rows, tone, onPick }: EmojiGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: presses, not fields
    <div className={styles.grid} role="group" aria-label={label} onKeyDown={moveFocus}>
      {rows.map((row, index) => (
        <button
          key={row[0]}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          className={styles.emoji}
          aria-label={row[1]}
          title={row[1]}
          onMouseDown={keepFocus}
          onClick={() => onPick(signOf(row, tone))}
        >
          {signOf(row, tone)}
        </button>
      ))}
    </div>
  );
}

function rowsOf(rows: readonly EmojiRow[], tab: Tab, recent: readonly string[]): EmojiRow[] {
  if (tab.id !== -1) return rows.filter((row) => row[3] === tab.id);
  const bySign = new Map(rows.flatMap((row) => [row[0], ...(row[4] ?? [])].map((sign) => [sign, row] as const)));
  // A recent sign keeps the tone that it was picked with.
  return recent.flatMap((sign): EmojiRow[] => {
    const row = bySign.get(sign);
    return row === undefined ? [] : [[sign, row[1], row[2], row[3]]];
  });
}
