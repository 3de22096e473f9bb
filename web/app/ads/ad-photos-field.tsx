import { IconCamera, IconPhotoPlus, IconReplace, IconStar, IconX } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { AD_PHOTOS_MAX } from '#contract/ads';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '#contract/media';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { type FormPhoto, fromFile } from './ad-photo-list.ts';
import styles from './ad-photos-field.module.css';
import { type PhotoRefusal, pickPhotos } from './pick-photos.ts';

const ACCEPT = IMAGE_TYPES.join(',');
const MEGABYTE = 1024 * 1024;

interface AdPhotosFieldProps {
  photos: readonly FormPhoto[];
  onChange: (photos: FormPhoto[]) => void;
  /** What the server had against the photos. */
  error?: string | undefined;
  isSending: boolean;
}

/** Up to three photos: chosen, taken, dropped or pasted. The first is the cover. */
export function AdPhotosField({ photos, onChange, error, isSending }: AdPhotosFieldProps) {
  const t = useText('ad-form');
  const id = useId();
  const replacing = useRef<string | null>(null);
  const replaceInput = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly PhotoRefusal[]>([]);
  const [isOver, setOver] = useState(false);
  const room = AD_PHOTOS_MAX - photos.length;
  const problems = [...(error ? [error] : []), ...refused.map(({ text, values }) => t(text, values))];

  function add(files: readonly File[]): void {
    if (isSending) return;
    const picked = pickPhotos(files, room, AD_PHOTOS_MAX);
    setRefused(picked.refused);
    if (picked.accepted.length > 0) onChange([...photos, ...picked.accepted.map(fromFile)]);
  }

  function replace(files: readonly File[]): void {
    const picked = pickPhotos(files, 1, AD_PHOTOS_MAX);
    setRefused(picked.refused);
    const [file] = picked.accepted;
    if (file === undefined) return;
    onChange(photos.map((photo) => (photo.key === replacing.current ? { ...fromFile(file), id: photo.id } : photo)));
  }

  function remove(key: string): void {
    setRefused([]);
    onChange(photos.filter((photo) => photo.key !== key));
  }

  function makeCover(key: string): void {
    const cover = photos.filter((photo) => photo.key === key);
    onChange([...cover, ...photos.filter((photo) => photo.key !== key)]);
  }

  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => handlePaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  }

  const take = (use: (files: readonly File[]) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    use([...(event.target.files ?? [])]);
    // The same file may be chosen again after it was removed.
    event.target.value = '';
  };
  // Only photos that are not sent yet can change places.
  const mayReorder = photos.every((photo) => photo.id === undefined);

  return (
    <fieldset
      className={styles.field}
      data-over={isOver || undefined}
      aria-describedby={`${id}-hint ${id}-problems`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <legend>{t('ad-form.photos')}</legend>
      <ul className={styles.grid}>
        {photos.map((photo, index) => (
          <li key={photo.key} className={styles.photo}>
            <img src={photo.src} alt={t('ad-form.photos.number', { number: index + 1 })} />
            {index === 0 && <span className={styles.cover}>{t('ad-form.photos.cover')}</span>}
            {photo.progress !== undefined && (
              <progress
                className={styles.progress}
                value={photo.progress}
                aria-label={t('ad-form.photos.progress', { number: index + 1 })}
              />
            )}
            {!isSending && (
              <div className={styles.tools}>
                {mayReorder && index > 0 && (
                  <button
                    type="button"
                    className={styles.tool}
                    aria-label={t('ad-form.photos.makeCover', { number: index + 1 })}
                    onClick={() => makeCover(photo.key)}
                  >
                    <IconStar size={18} stroke={ICON_STROKE} aria-hidden="true" />
                  </button>
                )}
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={t('ad-form.photos.replace', { number: index + 1 })}
                  onClick={() => {
                    replacing.current = photo.key;
                    replaceInput.current?.click();
                  }}
                >
                  <IconReplace size={18} stroke={ICON_STROKE} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={t('ad-form.photos.remove', { number: index + 1 })}
                  onClick={() => remove(photo.key)}
                >
                  <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
                </button>
              </div>
            )}
          </li>
        ))}
        {room > 0 && (
          <li>
            <label className={styles.add}>
              <input
                type="file"
                className="sr"
                accept={ACCEPT}
                multiple
                disabled={isSending}
                aria-label={t('ad-form.photos.add')}
                onChange={take(add)}
              />
              <IconPhotoPlus size={28} stroke={1.5} aria-hidden="true" />
              <b>{t('ad-form.photos.add')}</b>
              <span className={styles.mouse}>{t('ad-form.photos.drop')}</span>
            </label>
          </li>
        )}
      </ul>
      {room > 0 && (
        <label className={`${button('plain', 'small')} ${styles.camera}`}>
          <input
            type="file"
            className="sr"
            accept={ACCEPT}
            capture="environment"
            disabled={isSending}
            onChange={take(add)}
          />
          <IconCamera size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ad-form.photos.camera')}
        </label>
      )}
      <input
        ref={replaceInput}
        type="file"
        accept={ACCEPT}
        hidden
        aria-label={t('ad-form.photos.add')}
        onChange={take(replace)}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('ad-form.photos.hint', { max: AD_PHOTOS_MAX, megabytes: IMAGE_MAX_BYTES / MEGABYTE })}
      </p>
      <div id={`${id}-problems`} role="alert">
        {problems.map((problem) => (
          <p key={problem} className={styles.problem}>
            {problem}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
