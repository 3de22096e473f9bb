import type { MutedWord } from '@app/contract/people/muted-words';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { MUTED_WORD_MAX, MUTED_WORD_PLACES, mutedWordsApi } from '#contract/people/muted-words';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import section from './muted-or-blocked-people.module.css';
import styles from './muted-words.module.css';

type Place = MutedWord['places'][number];

/** Durations in seconds, as listed in the contract; '0' means without an end. */
const TIMES = ['0', '86400', '604800', '2592000'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function timeLeft(until: string, now: number): { unit: 'days' | 'hours'; count: number } {
  const left = Math.max(0, Date.parse(until) - now);
  return left > DAY
    ? { unit: 'days', count: Math.round(left / DAY) }
    : { unit: 'hours', count: Math.ceil(left / HOUR) };
}

interface MutedWordsProps {
  loaded: { list: readonly MutedWord[] } | null;
}

export function MutedWords({ loaded }: MutedWordsProps) {
  const t = useText('privacy');
  const { revalidate } = useRevalidator();
  return (
    <section id="words" className={section.section} aria-labelledby="hidden-words">
      <h2 id="hidden-words">{t('privacy.words.title')}</h2>
      {loaded ? (
        <MutedWordList first={loaded.list} />
      ) : (
        <>
          <p role="alert" className={section.text}>
            {t('privacy.words.failed')}
          </p>
          <button type="button" className={button('plain', 'small')} onClick={() => void revalidate()}>
            {t('frame.retry')}
          </button>
        </>
      )}
    </section>
  );
}

function MutedWordList({ first }: { first: readonly MutedWord[] }) {
  const t = useText('privacy');
  const [words, setWords] = useState(first);
  const rows = useFocusNext<HTMLUListElement>(words.length);
  const upsertWord = (word: MutedWord): void => setWords((all) => [word, ...all.filter(({ id }) => id !== word.id)]);

  function fail(error: unknown): void {
    if (!isApiError(error)) throw error;
    toast.error(error.body.message || t('frame.error.network'));
  }

  async function restoreWord({ word, places, until }: MutedWord): Promise<void> {
    const seconds = until === null ? 0 : Math.max(1, Math.round((Date.parse(until) - Date.now()) / 1000));
    try {
      upsertWord(await call(mutedWordsApi.add, { body: { word, places, seconds } }));
    } catch (error) {
      fail(error);
    }
  }

  async function remove(word: MutedWord): Promise<void> {
    const before = words;
    setWords((all) => all.filter(({ id }) => id !== word.id));
    try {
      await call(mutedWordsApi.remove, { params: { id: word.id } });
      toast.success(t('privacy.words.removed', { word: word.word }), {
        action: { label: t('privacy.words.undo'), onPress: () => void restoreWord(word) },
      });
    } catch (error) {
      // The word was unmuted in another tab.
      if (isApiError(error) && error.status === 404) return;
      setWords(before);
      fail(error);
    }
  }

  return (
    <>
      <p className={section.text}>{t('privacy.words.text')}</p>
      <NewMutedWord
        onAdded={(word) => {
          upsertWord(word);
          toast.success(t('privacy.words.added', { word: word.word }));
        }}
      />
      <p className={section.text} role="status">
        {words.length === 0 && t('privacy.words.none')}
      </p>
      <ul ref={rows} className={styles.list} aria-label={t('privacy.words.list')}>
        {words.map((word) => (
          <li key={word.id} className={styles.row}>
            <div className={styles.words}>
              <b>{word.word}</b>
              <small>
                <Where places={word.places} />
                {' · '}
                <Left until={word.until} />
              </small>
            </div>
            <button
              type="button"
              className={button('plain', 'small')}
              aria-label={t('privacy.words.remove.of', { word: word.word })}
              onClick={() => void remove(word)}
            >
              {t('privacy.words.remove')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Where({ places }: { places: readonly Place[] }) {
  const t = useText('privacy');
  if (places.length === MUTED_WORD_PLACES.length) return t('privacy.words.everywhere');
  const [first = '', ...rest] = MUTED_WORD_PLACES.filter((place) => places.includes(place)).map((place) =>
    t(`privacy.words.place.${place}`),
  );
  return [first, ...rest.map((place) => place.toLocaleLowerCase())].join(', ');
}

function Left({ until }: { until: string | null }) {
  const t = useText('privacy');
  if (until === null) return t('privacy.words.forever');
  const { unit, count } = timeLeft(until, Date.now());
  // Server and browser may render on different sides of an hour.
  return <span suppressHydrationWarning>{t(`privacy.words.left.${unit}`, { count })}</span>;
}

function NewMutedWord({ onAdded }: { onAdded: (word: MutedWord) => void }) {
  const t = useText('privacy');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [word, setWord] = useState('');
  const [places, setPlaces] = useState<readonly Place[]>(MUTED_WORD_PLACES);
  const [time, setTime] = useState<(typeof TIMES)[number]>('0');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (word.trim() === '') {
      setProblem(t('privacy.words.required'));
      field.current?.focus();
      return;
    }
    if (places.length === 0) {
      setProblem(t('privacy.words.place.required'));
      return;
    }
    setBusy(true);
    try {
      onAdded(
        await call(mutedWordsApi.add, { body: { word: word.trim(), places: [...places], seconds: Number(time) } }),
      );
      setWord('');
      field.current?.focus();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.body.message || t('frame.error.network'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.field}>
        <label htmlFor={`${id}-word`}>{t('privacy.words.word')}</label>
        <input
          ref={field}
          id={`${id}-word`}
          value={word}
          maxLength={MUTED_WORD_MAX}
          autoComplete="off"
          aria-describedby={`${id}-problem`}
          aria-invalid={problem !== '' || undefined}
          onChange={({ currentTarget }) => {
            setWord(currentTarget.value);
            setProblem('');
          }}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-time`}>{t('privacy.words.time')}</label>
        <div className={styles.select}>
          <select
            id={`${id}-time`}
            value={time}
            onChange={({ currentTarget }) => setTime(TIMES.find((one) => one === currentTarget.value) ?? '0')}
          >
            {TIMES.map((choice) => (
              <option key={choice} value={choice}>
                {t(`privacy.words.time.${choice}`)}
              </option>
            ))}
          </select>
          <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </div>
      </div>
      <fieldset className={styles.places}>
        <legend>{t('privacy.words.places')}</legend>
        {MUTED_WORD_PLACES.map((place) => (
          <label key={place}>
            <input
              type="checkbox"
              checked={places.includes(place)}
              onChange={({ currentTarget: { checked } }) => {
                setPlaces((all) => (checked ? [...all, place] : all.filter((one) => one !== place)));
                setProblem('');
              }}
            />
            {t(`privacy.words.place.${place}`)}
          </label>
        ))}
      </fieldset>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
      <button type="submit" className={button('light')} disabled={isBusy}>
        {t('privacy.words.add')}
      </button>
    </form>
  );
}
