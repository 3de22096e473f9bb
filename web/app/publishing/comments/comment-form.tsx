import { IconSend } from 'virtual:icons';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { COMMENT_MAX, RATING_MAX } from '#contract/publishing/comments';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { StarRating } from '../../ui/stars/star-rating.tsx';
import { CommentFieldContext } from './comment-field.ts';
import styles from './comment-form.module.css';

/** Length from which the remaining number of characters is shown. */
const COUNT_FROM = COMMENT_MAX - 200;

export interface CommentInput {
  message: string;
  rating: number;
}

interface CommentFormProps {
  label: string;
  placeholder?: string;
  initial?: Partial<CommentInput>;
  mayRate?: boolean;
  verb?: string;
  hasFocus?: boolean;
  isBusy?: boolean;
  onSubmit: (input: CommentInput) => void;
  onCancel?: () => void;
  children?: ReactNode;
}

/**
 * Growing comment field with optional stars. Ctrl+Enter sends; an empty comment is not sent. A form with `onCancel` is
 * closed by its parent; any other form is cleared after sending.
 */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, initial = {}, mayRate = false, verb, hasFocus = false, isBusy = false } = props;
  const t = useText('comments');
  const [message, setMessage] = useState(initial.message ?? '');
  const [rating, setRating] = useState(initial.rating ?? 0);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const Field = useContext(CommentFieldContext);

  useEffect(() => {
    if (!hasFocus || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [hasFocus]);

  function send(): void {
    if (message.trim() === '' || isBusy) return void field.current?.focus();
    props.onSubmit({ message: message.trim(), rating });
    if (props.onCancel) return;
    setMessage('');
    setRating(0);
    if (field.current) field.current.style.height = '';
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && !event.defaultPrevented && props.onCancel) props.onCancel();
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {props.children}
      <div className={styles.body}>
        <Field
          ref={field}
          className={styles.field}
          rows={2}
          maxLength={COMMENT_MAX}
          aria-label={label}
          aria-describedby={hintId}
          placeholder={placeholder ?? label}
          value={message}
          onText={setMessage}
          onInput={(event) => grow(event.currentTarget)}
          onKeyDown={handleKey}
        />
        <div className={styles.row}>
          {mayRate && <StarRating max={RATING_MAX} value={rating} onChange={setRating} />}
          <span id={hintId} className={styles.hint}>
            {message.length > COUNT_FROM && t('comments.field.length', { length: message.length, max: COMMENT_MAX })}
          </span>
          {props.onCancel && (
            <TextButton
              text={t('frame.cancel')}
              className={`${button('quiet', 'small')} ${styles.cancel}`}
              onClick={props.onCancel}
            />
          )}
          <button
            type="submit"
            title={t('comments.field.keys')}
            className={`${button('primary', 'small')} ${styles.send}`}
            disabled={isBusy}
          >
            {verb === undefined && <IconSend size={17} stroke={ICON_STROKE} aria-hidden="true" />}
            {verb ?? t('comments.send')}
          </button>
        </div>
      </div>
    </form>
  );
}

function grow(field: HTMLTextAreaElement): void {
  if (typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
