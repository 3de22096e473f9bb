import {
  type Icon,
  IconArrowLeft,
  IconArrowRight,
  IconCamera,
  IconPhotoPlus,
  IconReplace,
  IconStar,
  IconX,
} from 'virtual:icons';
import { type ComponentProps, type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/files/media';
import { AD_PHOTOS_MAX } from '#contract/market/ads';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import type { FormPhoto } from '../page/ad-photo-list.ts';
import { type AdFormState, roomOf } from './ad-form-state.ts';
import styles from './ad-photos-field.module.css';
import type { SendToAdForm } from './use-ad-form.ts';

/** Phones offer their whole album; formats that the server does not accept are converted here. */
const ACCEPT = 'image/*,.heic,.heif';
const MEGABYTE = 1024 * 1024;
/** Distinguishes a photo dragged within the form from files dragged in from outside. */
const DRAG_TYPE = 'application/x-okolo-photo';

const fileInput = (onFiles: (files: readonly File[]) => void): ComponentProps<'input'> => ({
  type: 'file',
  accept: ACCEPT,
  onChange: ({ target }) => {
    onFiles([...(target.files ?? [])]);
    target.value = '';
  },
});

type Tool = 'makeCover' | 'replace' | 'remove' | 'moveBack' | 'moveOn';

interface PhotoProps {
  photo: FormPhoto;
  index: number;
  count: number;
  isSending: boolean;
  dragged: string | null;
  onDrag: (key: string | null) => void;
  onReplace: (key: string) => void;
  send: SendToAdForm;
}

function Photo({
  photo: { key, src, progress },
  index,
  count,
  isSending,
  dragged,
  onDrag,
  onReplace,
  send,
}: PhotoProps) {
  const t = useText('ad-form');
  const number = index + 1;
  const moves = useRef<HTMLDivElement>(null);

  /** The pressed button moves with its photo. Where it disappears, the opposite one gets the focus. */
  function moveBy(by: -1 | 1): void {
    send({ type: 'moved', key, to: index + by });
    requestAnimationFrame(() => {
      const find = (selector: string) => moves.current?.querySelector<HTMLElement>(selector);
      (find(`[data-move="${by}"]`) ?? find('[data-move]'))?.focus();
    });
  }

  function handleDragStart({ dataTransfer }: DragEvent): void {
    dataTransfer.setData(DRAG_TYPE, key);
    dataTransfer.effectAllowed = 'move';
    onDrag(key);
  }

  const tool = (name: Tool, ToolIcon: Icon, onPress: () => void, by?: -1 | 1) => {
    const label = t(`ad-form.photos.${name}`, { number });
    return (
      <button type="button" className={styles.tool} aria-label={label} title={label} data-move={by} onClick={onPress}>
        <ToolIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    );
  };
  return (
    <li
      className={styles.photo}
      data-dragged={key === dragged || undefined}
      draggable={!isSending && count > 1}
      onDragStart={handleDragStart}
      onDragEnd={() => onDrag(null)}
      onDragEnter={() => dragged !== null && dragged !== key && send({ type: 'moved', key: dragged, to: index })}
    >
      <img src={src} alt={t('ad-form.photos.number', { number })} draggable={false} />
      {index === 0 && <span className={styles.cover}>{t('ad-form.photos.cover')}</span>}
      {progress !== undefined && (
        <progress className={styles.progress} value={progress} aria-label={t('ad-form.photos.progress', { number })} />
      )}
      {!isSending && (
        <>
          <div className={styles.tools}>
            {index > 0 && tool('makeCover', IconStar, () => send({ type: 'moved', key, to: 0 }))}
            {tool('replace', IconReplace, () => onReplace(key))}
            {tool('remove', IconX, () => send({ type: 'removed', key }))}
          </div>
          <div ref={moves} className={styles.moves}>
            {index > 0 && tool('moveBack', IconArrowLeft, () => moveBy(-1), -1)}
            {index < count - 1 && tool('moveOn', IconArrowRight, () => moveBy(1), 1)}
          </div>
        </>
      )}
    </li>
  );
}

function usePastedFiles(onPaste: (files: readonly File[]) => void): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onPaste(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => handlePaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

interface AdPhotosFieldProps {
  form: AdFormState;
  send: SendToAdForm;
  isSending: boolean;
}

/** Photos are chosen, taken, dropped or pasted. The first is the cover; dragging or buttons change the order. */
export function AdPhotosField({ form, send, isSending }: AdPhotosFieldProps) {
  const t = useText('ad-form');
  const id = useId();
  const replaceInput = useRef<HTMLInputElement>(null);
  const [replaced, setReplaced] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const { photos } = form;
  const hasRoom = roomOf(form) > 0;
  const problems = [form.errors.photos, ...form.refused.map(({ text, values }) => t(text, values))].filter(Boolean);
  const add = (files: readonly File[]): void => {
    if (!isSending) send({ type: 'picked', files });
  };
  usePastedFiles(add);

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

  return (
    <fieldset
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
          <Photo
            key={photo.key}
            photo={photo}
            index={index}
            count={photos.length}
            isSending={isSending}
            dragged={dragged}
            onDrag={setDragged}
            onReplace={(key) => {
              setReplaced(key);
              replaceInput.current?.click();
            }}
            send={send}
          />
        ))}
        {form.preparing > 0 && (
          <li className={styles.waiting} role="status">
            {t('ad-form.photos.preparing')}
          </li>
        )}
        {hasRoom && (
          <li>
            <label className={styles.add}>
              <input
                {...fileInput(add)}
                className="sr"
                multiple
                disabled={isSending}
                aria-label={t('ad-form.photos.add')}
              />
              <IconPhotoPlus size={28} stroke={1.5} aria-hidden="true" />
              <b>{t('ad-form.photos.add')}</b>
              <span className={styles.mouse}>{t('ad-form.photos.drop')}</span>
            </label>
          </li>
        )}
      </ul>
      {hasRoom && (
        <label className={`${button('plain', 'small')} ${styles.camera}`}>
          <input {...fileInput(add)} className="sr" capture="environment" disabled={isSending} />
          <IconCamera size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ad-form.photos.camera')}
        </label>
      )}
      <input
        {...fileInput((files) => send({ type: 'picked', files, replaced }))}
        ref={replaceInput}
        hidden
        aria-label={t('ad-form.photos.add')}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('ad-form.photos.hint', { max: AD_PHOTOS_MAX, megabytes: IMAGE_MAX_BYTES / MEGABYTE })}
      </p>
      <p className="sr" role="status">
        {form.movedTo !== null && t('ad-form.photos.moved', { number: form.movedTo })}
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
