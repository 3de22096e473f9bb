import { useId } from 'react';
import { PUBLISH_COMMENT_MAX } from '#contract/publishing/publications';
import type { CommentFieldProps } from '../../comments/comment-field.ts';
import styles from '../editor/description-field.module.css';
import { useCompletion } from '../editor/use-completion.tsx';

/** A comment field that suggests friends while a mention is typed, and hashtags. */
export function MentionField({ ref, value, onText, onKeyDown, ...props }: CommentFieldProps) {
  const id = useId();
  const completion = useCompletion({ id, field: ref, value, max: PUBLISH_COMMENT_MAX, onChange: onText });
  return (
    <div className={styles.box}>
      <textarea
        {...props}
        {...completion.props}
        ref={ref}
        value={value}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value);
          completion.look();
        }}
        onKeyDown={(event) => {
          completion.handleKey(event);
          if (!event.defaultPrevented) onKeyDown?.(event);
        }}
      />
      {completion.list}
    </div>
  );
}
