import '@mantine/core/styles/Button.css';
import { IconCamera } from 'virtual:icons';
import { Button, FileButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IMAGE_TYPES } from '#contract/files/media';
import { useText } from '../../../platform/i18n.tsx';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  photo: File | null;
  /** Address of the photo that stands while no other is chosen. */
  current?: string | null;
  onChange: (photo: File | null) => void;
}

export function PhotoField({ photo, current = null, onChange }: PhotoFieldProps) {
  const t = useText('registration');
  const [preview, setPreview] = useState<string | null>(null);

  useEffect(() => {
    if (photo === null) return setPreview(null);
    const url = URL.createObjectURL(photo);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [photo]);

  const shown = preview ?? current;
  return (
    <div className={styles.photo}>
      <span className={styles.avatar}>
        {shown ? <img src={shown} alt="" /> : <IconCamera size={26} stroke={1.5} aria-hidden="true" />}
      </span>
      <div>
        <div className={styles.photoButtons}>
          <FileButton accept={IMAGE_TYPES.join(',')} onChange={onChange}>
            {(props) => (
              <Button {...props} variant="default" size="sm">
                {t(shown ? 'registration.form.photoChange' : 'registration.form.photo')}
              </Button>
            )}
          </FileButton>
          {shown && (
            <Button variant="subtle" color="gray" size="sm" onClick={() => onChange(null)}>
              {t('registration.form.photoRemove')}
            </Button>
          )}
        </div>
        <p className={styles.hint}>{t('registration.form.photoHint')}</p>
      </div>
    </div>
  );
}
