import { IconPencil } from 'virtual:icons';
import { type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { USER_DESCRIPTION_MAX } from '#contract/people/users';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import styles from './about-field.module.css';
import { type About, useAbout } from './use-about.ts';

interface AboutFieldProps {
  userId: number;
  description: string;
  /** Revision of the profile; see `UserChange` of the contract. */
  revision: number | undefined;
}

export function AboutField({ userId, description, revision }: AboutFieldProps) {
  const t = useText('my-ads');
  // The object must stay the same, so that the effect on saved changes does not run on every keystroke.
  const saved = useMemo(() => ({ description, revision }), [description, revision]);
  const about = useAbout(userId, saved);
  if (about.draft !== null) return <AboutEditor about={about} draft={about.draft} />;
  return (
    <p className={styles.about}>
      <span data-none={description === '' || undefined}>{description || t('my-ads.site.about.none')}</span>{' '}
      <button type="button" className={styles.edit} onClick={about.edit}>
        <IconPencil size={15} stroke={2} aria-hidden="true" />
        {t(description ? 'my-ads.site.about.edit' : 'my-ads.site.about.add')}
      </button>
    </p>
  );
}

function AboutEditor({ about, draft }: { about: About; draft: string }) {
  const t = useText('my-ads');
  const hintId = useId();
  const isDropped = useRef(false);

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') {
      isDropped.current = true;
      about.discard();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.blur();
  }

  return (
    <div className={styles.editor}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
        autoFocus
        aria-label={t('my-ads.site.about.label')}
        aria-describedby={hintId}
        rows={4}
        maxLength={USER_DESCRIPTION_MAX}
        value={draft}
        onChange={(event) => about.type(event.currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={() => {
          if (!isDropped.current) about.leave();
        }}
      />
      {about.theirs === null ? (
        <p id={hintId} className={styles.hint}>
          {t('my-ads.site.about.hint')}
        </p>
      ) : (
        <div id={hintId} role="alert" className={styles.conflict}>
          <p>
            <b>{t('my-ads.site.about.conflict')}</b>
          </p>
          <p className={styles.theirs}>{about.theirs || t('my-ads.site.about.conflict.empty')}</p>
          <div className={styles.choices}>
            <button type="button" className={button('light', 'small')} onClick={about.resolveWithMine}>
              {t('my-ads.site.about.conflict.mine')}
            </button>
            <button type="button" className={button('plain', 'small')} onClick={about.resolveWithTheirs}>
              {t('my-ads.site.about.conflict.theirs')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
