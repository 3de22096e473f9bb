import {
  IconArrowLeft,
  IconArrowRight,
  IconCamera,
  IconPhotoPlus,
  IconReplace,
  IconStar,
  IconX,
} from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/files/media';
import { AD_PHOTOS_MAX } from '#contract/market/ads';
import { preparePhoto } from '../../../files/media/prepare-photo.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type FormPhoto, fromFile, movePhoto } from '../page/ad-photo-list.ts';
import styles from './ad-photos-field.module.css';
import { type PhotoRefusal, pickPhotos, refusalOfRaw } from './pick-photos.ts';

/** Phones offer their whole album; formats that the server does not accept are converted here. */
const ACCEPT = 'image/*,.heic,.heif';
const MEGABYTE = 1024 * 1024;
/** Distinguishes a photo dragged within the form from files dragged in from outside. */
const DRAG_TYPE = 'application/x-okolo-photo';

interface AdPhotosFieldProps {
  photos: readonly FormPhoto[];
  onChange: (photos: FormPhoto[]) => void;
  error?: string | undefined;
  isSending: boolean;
}

/**
 * Up to three photos: chosen, taken, dropped or pasted. The first is the cover; order changes by dragging or by
 * buttons.
 */
export function AdPhotosField({ photos, onChange, error, isSending }: AdPhotosFieldProps) {
  const t = useText('ad-form');
  const id = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(photos);
  latest.current = photos;
  const replacing = useRef<string | null>(null);
  const replaceInput = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly PhotoRefusal[]>([]);
  const [preparing, setPreparing] = useState(0);
  const [isOver, setOver] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const room = AD_PHOTOS_MAX - photos.length - preparing;
  const problems = [...(error ? [error] : []), ...refused.map(({ text, values }) => t(text, values))];

  /** Converts files that the server does not accept; each is added as soon as it is ready. */
  async function prepare(raw: readonly File[], use: (file: File) => void): Promise<void> {
    setPreparing((count) => count + raw.length);
    for (const file of raw) {
      const ready = await preparePhoto(file);
      setPreparing((count) => count - 1);
      if (ready) use(ready);
      else setRefused((known) => [...known, refusalOfRaw(file)]);
    }
  }

  function append(files: readonly File[]): void {
    const next = [...latest.current, ...files.map(fromFile)].slice(0, AD_PHOTOS_MAX);
    latest.current = next;
    onChange(next);
  }

  function add(files: readonly File[]): void {
    if (isSending) return;
    const picked = pickPhotos(files, room, AD_PHOTOS_MAX);
    setRefused(picked.refused);
    if (picked.accepted.length > 0) append(picked.accepted);
    if (picked.raw.length > 0) void prepare(picked.raw, (file) => append([file]));
  }

  function replace(files: readonly File[]): void {
    const key = replacing.current;
    const picked = pickPhotos(files, 1, AD_PHOTOS_MAX);
    setRefused(picked.refused);
    const replaceFile = (file: File): void => {
      const next = latest.current.map((photo) =>
        photo.key === key ? { ...fromFile(file), ...(photo.id !== undefined && { id: photo.id }) } : photo,
      );
      latest.current = next;
      onChange(next);
    };
    if (picked.accepted[0]) replaceFile(picked.accepted[0]);
    else if (picked.raw.length > 0) void prepare(picked.raw, replaceFile);
  }

  function remove(key: string): void {
    setRefused([]);
    onChange(photos.filter((photo) => photo.key !== key));
  }

  function move(key: string, to: number): void {
    const next = movePhoto(photos, key, to);
    onChange(next);
    setAnnouncement(t('ad-form.photos.moved', { number: next.findIndex((photo) => photo.key === key) + 1 }));
  }

  /**
   * The pressed button moves with its photo. At either end the button disappears, and the opposite one gets the focus.
   */
  function moveBy(key: string, by: -1 | 1): void {
    move(key, photos.findIndex((photo) => photo.key === key) + by);
    requestAnimationFrame(() => {
      const item = field.current?.querySelector(`[data-photo="${key}"]`);
      const same = item?.querySelector<HTMLElement>(`[data-move="${by}"]`);
      (same ?? item?.querySelector<HTMLElement>('[data-move]'))?.focus();
    });
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
    setDragged(null);
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) add([...event.dataTransfer.files]);
  }

  function handleDragOver(event: DragEvent): void {
    event.preventDefault();
    setOver(!event.dataTransfer.types.includes(DRAG_TYPE));
  }

  function handleDragStart(event: DragEvent, key: string): void {
    event.dataTransfer.setData(DRAG_TYPE, key);
    event.dataTransfer.effectAllowed = 'move';
    setDragged(key);
  }

  const handleFiles = (use: (files: readonly File[]) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    use([...(event.target.files ?? [])]);
    event.target.value = '';
  };

  return (
    <fieldset
      ref={field}
      className={styles.field}
      data-over={isOver || undefined}
      aria-describedby={`${id}-hint ${id}-problems`}
      onDragOver={handleDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <legend>{t('ad-form.photos')}</legend>
      <ul className={styles.grid}>
        {photos.map((photo, index) => (
          <li
            key={photo.key}
            className={styles.photo}
            data-photo={photo.key}
            data-dragged={photo.key === dragged || undefined}
            draggable={!isSending && photos.length > 1}
            onDragStart={(event) => handleDragStart(event, photo.key)}
            onDragEnd={() => setDragged(null)}
            onDragEnter={() => dragged !== null && dragged !== photo.key && move(dragged, index)}
          >
            <img src={photo.src} alt={t('ad-form.photos.number', { number: index + 1 })} draggable={false} />
            {index === 0 && <span className={styles.cover}>{t('ad-form.photos.cover')}</span>}
            {photo.progress !== undefined && (
              <progress
                className={styles.progress}
                value={photo.progress}
                aria-label={t('ad-form.photos.progress', { number: index + 1 })}
              />
            )}
            {!isSending && (
              <>
                <div className={styles.tools}>
                  {index > 0 && (
                    <Tool
                      label={t('ad-form.photos.makeCover', { number: index + 1 })}
                      icon={IconStar}
                      onPress={() => move(photo.key, 0)}
                    />
                  )}
                  <Tool
                    label={t('ad-form.photos.replace', { number: index + 1 })}
                    icon={IconReplace}
                    onPress={() => {
                      replacing.current = photo.key;
                      replaceInput.current?.click();
                    }}
                  />
                  <Tool
                    label={t('ad-form.photos.remove', { number: index + 1 })}
                    icon={IconX}
                    onPress={() => remove(photo.key)}
                  />
                </div>
                <div className={styles.moves}>
                  {index > 0 && (
                    <Tool
                      label={t('ad-form.photos.moveBack', { number: index + 1 })}
                      icon={IconArrowLeft}
                      move={-1}
                      onPress={() => moveBy(photo.key, -1)}
                    />
                  )}
                  {index < photos.length - 1 && (
                    <Tool
                      label={t('ad-form.photos.moveOn', { number: index + 1 })}
                      icon={IconArrowRight}
                      move={1}
                      onPress={() => moveBy(photo.key, 1)}
                    />
                  )}
                </div>
              </>
            )}
          </li>
        ))}
        {preparing > 0 && (
          <li className={styles.waiting} role="status">
            {t('ad-form.photos.preparing')}
          </li>
        )}
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
                onChange={handleFiles(add)}
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
            onChange={handleFiles(add)}
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
        onChange={handleFiles(replace)}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('ad-form.photos.hint', { max: AD_PHOTOS_MAX, megabytes: IMAGE_MAX_BYTES / MEGABYTE })}
      </p>
      <p className="sr" role="status">
        {announcement}
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

interface ToolProps {
  label: string;
  icon: typeof IconX;
  move?: -1 | 1;
  onPress: () => void;
}

function Tool({ label, icon: ToolIcon, move, onPress }: ToolProps) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} data-move={move} onClick={onPress}>
      <ToolIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}
