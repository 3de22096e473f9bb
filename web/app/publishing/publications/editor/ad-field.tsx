import { IconTag, IconX } from 'virtual:icons';
import type { PublicationAd } from '@app/contract/publishing/publications';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { AdSummary } from '../publication-ad.tsx';
import styles from './ad-field.module.css';

const AdPickerDialog = lazy(() =>
  import('./ad-picker-dialog.tsx').then(({ AdPickerDialog }) => ({ default: AdPickerDialog })),
);

interface AdFieldProps {
  ad: PublicationAd | null;
  isDisabled: boolean;
  onChange: (ad: PublicationAd | null) => void;
}

/** One of the author's ads, which readers see under the publication. */
export function AdField({ ad, isDisabled, onChange }: AdFieldProps) {
  const t = useText('make-post', 'posts');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      {ad === null ? (
        <TextButton
          icon={IconTag}
          text={t('make-post.ad.add')}
          className={`${button('plain')} ${styles.add}`}
          disabled={isDisabled}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        />
      ) : (
        <fieldset className={styles.field}>
          <legend>{t('make-post.ad')}</legend>
          <div className={styles.chosen}>
            <AdSummary ad={ad} />
            <IconButton
              icon={IconX}
              label={t('make-post.ad.remove', { title: ad.title })}
              className={`${iconButton} ${styles.remove}`}
              disabled={isDisabled}
              onClick={() => onChange(null)}
            />
          </div>
        </fieldset>
      )}
      {isChoosing && (
        <Suspense>
          <AdPickerDialog onChoose={onChange} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
