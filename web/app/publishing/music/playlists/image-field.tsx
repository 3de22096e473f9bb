import { IconPhotoPlus, IconTrash } from 'virtual:icons';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/files/media';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import styles from './image-field.module.css';

interface ImageFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
  /** Removes the present image; absent when there is none or it was removed already. */
  onRemove?: (() => void) | undefined;
  children: ReactNode;
  problem?: string | undefined;
}

export function ImageField({ file, onChange, onRemove, children, problem: refused }: ImageFieldProps) {
  const t = useText('music');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const drop = useFileDrop(choose);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setPreview(null);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  function choose(files: readonly File[]): void {
    const [first] = files;
    if (first === undefined) return;
    if (files.length > 1) setProblem(t('music.image.onlyOne'));
    else if (!first.type.startsWith('image/')) setProblem(t('music.image.wrongType', { name: first.name }));
    else if (first.size > IMAGE_MAX_BYTES) setProblem(t('music.image.tooLarge', { name: first.name }));
    else {
      setProblem('');
      onChange(first);
    }
  }

  const shown = problem || refused;
  const hasPicture = file !== null || onRemove !== undefined;
  return (
    <div className={styles.image} {...drop}>
      <div className={styles.preview}>{preview ? <img src={preview} alt={t('music.image.preview')} /> : children}</div>
      <div className={styles.words}>
        <p className={styles.label}>{t('music.image')}</p>
        <div className={styles.actions}>
          <TextButton
            icon={IconPhotoPlus}
            size={18}
            text={t(hasPicture ? 'music.image.change' : 'music.image.choose')}
            className={button('plain', 'small')}
            onClick={() => input.current?.click()}
          />
          {hasPicture && (
            <TextButton
              icon={IconTrash}
              size={18}
              text={t('music.image.remove')}
              className={button('quiet', 'small')}
              onClick={() => (file === null ? onRemove?.() : onChange(null))}
            />
          )}
        </div>
        <p className={styles.note}>{t('music.image.note')}</p>
        {shown && (
          <p className={styles.problem} role="alert">
            {shown}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('music.image.choose')}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
          choose([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
