import { IconChevronDown } from 'virtual:icons';
import type { MutedWord } from '@app/contract/people/muted-words';
import { useId, useState } from 'react';
import { MUTED_WORD_MAX, MUTED_WORD_PLACES, mutedWordsApi } from '#contract/people/muted-words';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './muted-words.module.css';
import section from './privacy-section.module.css';
import { PrivacySection } from './privacy-section.tsx';

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

export function MutedWords({ loaded }: { loaded: { list: readonly MutedWord[] } | null }) {
  const t = useText('privacy');
  return (
    <PrivacySection id="words" title={t('privacy.words.title')} failed={t('privacy.words.failed')}>
      {loaded && <MutedWordList first={loaded.list} />}
    </PrivacySection>
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
  const form = useForm({
    initial: { word: '', places: MUTED_WORD_PLACES as readonly Place[], time: '0' },
    t,
    check: ({ word, places }) =>
      word.trim() === ''
        ? { word: 'privacy.words.required' }
        : { places: places.length === 0 ? 'privacy.words.place.required' : undefined },
    onError(error) {
      if (isApiError(error)) form.reject({ word: error.body.message || t('frame.error.network') });
      return isApiError(error);
    },
    async send({ word, places, time }) {
      onAdded(
        await call(mutedWordsApi.add, { body: { word: word.trim(), places: [...places], seconds: Number(time) } }),
      );
      change({ word: '' });
      form.props.ref.current?.querySelector('input')?.focus();
    },
  });
  const { values, errors, change } = form;

  return (
    <form {...form.props} className={styles.form}>
      <div className={styles.field}>
        <label htmlFor={`${id}-word`}>{t('privacy.words.word')}</label>
        <input
          {...form.input('word')}
          id={`${id}-word`}
          maxLength={MUTED_WORD_MAX}
          autoComplete="off"
          aria-describedby={`${id}-problem`}
          onChange={({ currentTarget }) => change({ word: currentTarget.value }, ['word', 'places'])}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-time`}>{t('privacy.words.time')}</label>
        <div className={styles.select}>
          <select {...form.input('time')} id={`${id}-time`}>
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
              checked={values.places.includes(place)}
              onChange={({ currentTarget: { checked } }) => {
                const others = values.places.filter((one) => one !== place);
                change({ places: checked ? [...others, place] : others }, ['word', 'places']);
              }}
            />
            {t(`privacy.words.place.${place}`)}
          </label>
        ))}
      </fieldset>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {errors.word ?? errors.places}
      </p>
      <button type="submit" className={button('light')} disabled={form.isSending}>
        {t('privacy.words.add')}
      </button>
    </form>
  );
}
