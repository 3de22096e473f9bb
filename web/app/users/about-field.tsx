import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { USER_DESCRIPTION_MAX, usersApi } from '#contract/users';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { toast } from '../ui/toast.ts';
import styles from './about-field.module.css';

/** What a person says about themselves: read, or edited and saved on leaving the field. */
export function AboutField({ userId, description }: { userId: number; description: string }) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [words, setWords] = useState<string | null>(null);
  const isDropped = useRef(false);

  async function save(next: string): Promise<void> {
    if (isDropped.current || next.trim() === description.trim()) return setWords(null);
    try {
      await call(usersApi.change, { params: { id: userId }, body: { description: next } });
      toast.success(t('my-ads.site.about.saved'));
      await revalidate();
      setWords(null);
    } catch (error) {
      if (!isApiError(error)) throw error;
      // What was typed stays in the field for another try.
      toast.error(error.body.message || t('my-ads.site.about.failed'));
    }
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') isDropped.current = true;
    if (event.key === 'Escape' || (event.key === 'Enter' && event.ctrlKey)) event.currentTarget.blur();
  }

  if (words === null) {
    return (
      <p className={styles.about}>
        <span data-none={description === '' || undefined}>{description || t('my-ads.site.about.none')}</span>{' '}
        <button
          type="button"
          className={styles.edit}
          onClick={() => {
            isDropped.current = false;
            setWords(description);
          }}
        >
          <IconPencil size={15} stroke={2} aria-hidden="true" />
          {t(description ? 'my-ads.site.about.edit' : 'my-ads.site.about.add')}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.editor}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
        autoFocus
        aria-label={t('my-ads.site.about.label')}
        aria-describedby="about-hint"
        rows={4}
        maxLength={USER_DESCRIPTION_MAX}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={() => void save(words)}
      />
      <p id="about-hint" className={styles.hint}>
        {t('my-ads.site.about.hint')}
      </p>
    </div>
  );
}
