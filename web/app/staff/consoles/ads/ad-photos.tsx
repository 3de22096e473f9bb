import { IconPhotoPlus, IconX } from 'virtual:icons';
import type { AdPhoto } from '@app/contract/market/ads';
import { useEffect, useState } from 'react';
import { AD_PHOTOS_MAX } from '#contract/market/ads';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './ad-dialog.module.css';

interface AdPhotosProps {
  photos: readonly AdPhoto[];
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onRemove: (photoId: number) => void;
}

/** Photos in the ad dialog: removed at once, added when the ad is saved. */
export function AdPhotos({ photos, files, onFiles, onRemove }: AdPhotosProps) {
  const t = useText('ad-form');
  const room = AD_PHOTOS_MAX - photos.length - files.length;

  function add(chosen: FileList | null): void {
    const all = [...(chosen ?? [])];
    if (all.length > room) toast.error(t('ad-form.photos.full', { max: AD_PHOTOS_MAX }));
    onFiles([...files, ...all.slice(0, room)]);
  }

  return (
    <fieldset className={styles.photos}>
      <legend>{t('ad-form.photos')}</legend>
      {photos.map(({ id, src_400 }, index) => (
        <Photo
          key={id}
          src={src_400}
          label={t('ad-form.photos.remove', { number: index + 1 })}
          onRemove={() => onRemove(id)}
        />
      ))}
      {files.map((file, index) => (
        <FilePhoto
          key={`${file.name} ${file.lastModified}`}
          file={file}
          label={t('ad-form.photos.remove', { number: photos.length + index + 1 })}
          onRemove={() => onFiles(files.filter((one) => one !== file))}
        />
      ))}
      {room > 0 && (
        <label className={`${button('plain')} ${styles.addPhoto}`}>
          <IconPhotoPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ad-form.photos.add')}
          <input
            type="file"
            accept="image/*"
            multiple
            className="sr"
            onChange={(event) => {
              add(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
        </label>
      )}
    </fieldset>
  );
}

function FilePhoto({ file, label, onRemove }: { file: File; label: string; onRemove: () => void }) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <Photo src={src} label={label} onRemove={onRemove} />;
}

function Photo({ src, label, onRemove }: { src: string | undefined; label: string; onRemove: () => void }) {
  return (
    <span className={styles.photo}>
      <img src={src} alt="" width={120} height={75} />
      <button type="button" aria-label={label} title={label} onClick={onRemove}>
        <IconX size={16} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </span>
  );
}
