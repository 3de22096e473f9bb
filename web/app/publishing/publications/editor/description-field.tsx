import { useId, useRef } from 'react';
import { PUBLISH_DESCRIPTION_MAX } from '#contract/publishing/publications';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import styles from './description-field.module.css';
import { useCompletion } from './use-completion.tsx';

interface DescriptionFieldProps {
  value: string;
  error?: string | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** Share of the maximum length from which the remaining characters are shown. */
const COUNTED_FROM = 0.6;

/** Description with suggestions for hashtags and mentions. */
export function DescriptionField({ value, error, isDisabled = false, onChange }: DescriptionFieldProps) {
  const t = useText('make-post');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion({ id, field, value, max: PUBLISH_DESCRIPTION_MAX, onChange });

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={`${id}-text`}>{t('make-post.text')}</label>
        <CharacterCount id={`${id}-count`} length={value.length} />
      </div>
      <div className={styles.box}>
        <textarea
          ref={field}
          id={`${id}-text`}
          name="publish_description"
          className={styles.text}
          rows={4}
          maxLength={PUBLISH_DESCRIPTION_MAX}
          placeholder={t('make-post.text.hint')}
          value={value}
          disabled={isDisabled}
          {...completion.props}
          aria-describedby={`${id}-count ${id}-problem`}
          aria-invalid={error !== undefined || undefined}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            completion.look();
          }}
          onKeyDown={completion.handleKey}
        />
        {completion.list}
      </div>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {error}
      </p>
    </div>
  );
}

function CharacterCount({ id, length }: { id: string; length: number }) {
  const t = useText('make-post');
  const lang = useLanguage();
  const count = { count: formatNumber(lang, length), max: formatNumber(lang, PUBLISH_DESCRIPTION_MAX) };
  return (
    <span
      id={id}
      className={`${styles.count} num`}
      data-full={length >= PUBLISH_DESCRIPTION_MAX || undefined}
      hidden={length < PUBLISH_DESCRIPTION_MAX * COUNTED_FROM && length === 0}
    >
      {t('make-post.text.count', count)}
    </span>
  );
}
