import { IconCamera, IconPhotoPlus, IconVideo } from 'virtual:icons';
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/files/media';
import { PUBLISH_PHOTOS_MAX, PUBLISH_VIDEO_MAX_BYTES } from '#contract/publishing/publications';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AltReminder } from './alt-reminder.tsx';
import type { FormFile } from './form-file.ts';
import styles from './media-field.module.css';
import { MediaRow } from './media-row.tsx';
import type { RejectedFile } from './pick-files.ts';
import type { PublicationFiles } from './publication-files.ts';

/** `image/*` makes phones offer the whole album; formats that the server does not accept are converted here. */
const PHOTOS = 'image/*,.heic,.heif';
const VIDEOS = 'video/*,.mov,.mkv,.avi,.ogv';
/** Distinguishes reordering of form files from files dragged in from outside. */
const DRAG_TYPE = 'application/x-okolo-post-file';

interface MediaFieldProps {
  files: readonly FormFile[];
  actions: PublicationFiles;
  error?: string | undefined;
  isDisabled: boolean;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }): boolean =>
  (event.dataTransfer?.types.includes('Files') ?? false) && !event.dataTransfer?.types.includes(DRAG_TYPE);

/** Takes files that are pasted or dropped anywhere on the page. Returns whether files are over it. */
function usePageFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent): void => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      if (pasted.length === 0) return;
      event.preventDefault();
      take(pasted);
    };
    // Listens on the whole page, because a file dropped outside the field would make the browser navigate to the file.
    const handleOver = (event: globalThis.DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const handleLeave = (event: globalThis.DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const handleDrop = (event: globalThis.DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('paste', handlePaste);
    window.addEventListener('dragover', handleOver);
    window.addEventListener('dragleave', handleLeave);
    window.addEventListener('drop', handleDrop);
    return () => {
      document.removeEventListener('paste', handlePaste);
      window.removeEventListener('dragover', handleOver);
      window.removeEventListener('dragleave', handleLeave);
      window.removeEventListener('drop', handleDrop);
    };
  }, []);
  return isOver;
}

interface FileInputsProps {
  isFirst: boolean;
  isDisabled: boolean;
  describedBy: string;
  onFiles: (files: readonly File[]) => void;
}

/** Files from the disk or the album, and what the camera takes. */
function FileInputs({ isFirst, isDisabled, describedBy, onFiles }: FileInputsProps) {
  const t = useText('make-post');
  const input = {
    type: 'file',
    className: 'sr',
    disabled: isDisabled,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      onFiles([...(target.files ?? [])]);
      // Allows choosing the same file again after its removal.
      target.value = '';
    },
  };
  return (
    <>
      <label className={styles.add} data-first={isFirst || undefined}>
        <input {...input} accept={isFirst ? `${PHOTOS},${VIDEOS}` : PHOTOS} multiple aria-describedby={describedBy} />
        <IconPhotoPlus size={isFirst ? 36 : 24} stroke={1.5} aria-hidden="true" />
        <b>{t(isFirst ? 'make-post.files.add' : 'make-post.files.more')}</b>
        <span className={styles.mouse}>{t('make-post.files.drop')}</span>
      </label>
      <div className={styles.cameras}>
        <label className={button('plain', 'small')}>
          <input {...input} accept={PHOTOS} capture="environment" />
          <IconCamera size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('make-post.files.camera')}
        </label>
        {isFirst && (
          <label className={button('plain', 'small')}>
            <input {...input} accept="video/*" capture="environment" />
            <IconVideo size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('make-post.files.film')}
          </label>
        )}
      </div>
    </>
  );
}

interface FileRowsProps extends Pick<MediaFieldProps, 'files' | 'actions' | 'isDisabled'> {
  onMove: (key: string, to: number) => void;
  onMoveBy: (key: string, by: -1 | 1) => void;
  onRemove: (key: string) => void;
}

function FileRows({ files, actions, isDisabled, onMove, onMoveBy, onRemove }: FileRowsProps) {
  const [dragged, setDragged] = useState<string | null>(null);

  function handleDragStart(event: DragEvent, key: string): void {
    event.dataTransfer.setData(DRAG_TYPE, key);
    event.dataTransfer.effectAllowed = 'move';
    setDragged(key);
  }

  return (
    <ul className={styles.rows}>
      {files.map((file, index) => (
        <li
          key={file.key}
          className={styles.item}
          data-file={file.key}
          data-dragged={file.key === dragged || undefined}
          draggable={!isDisabled && files.length > 1}
          onDragStart={(event) => handleDragStart(event, file.key)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDragEnter={() => dragged !== null && dragged !== file.key && onMove(dragged, index)}
        >
          <MediaRow
            file={file}
            number={index + 1}
            count={files.length}
            isDisabled={isDisabled}
            actions={actions}
            onMove={(by) => onMoveBy(file.key, by)}
            onCover={() => onMove(file.key, 0)}
            onRemove={() => onRemove(file.key)}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Field for photos or one video: chosen, captured, dropped or pasted. The first file is the cover; files are reordered
 * by dragging or with buttons.
 */
export function MediaField({ files, actions, error, isDisabled }: MediaFieldProps) {
  const t = useText('make-post');
  const lang = useLanguage();
  const id = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const [rejections, setRejections] = useState<readonly RejectedFile[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const isVideo = files[0]?.kind === 'video';
  const hasRoom = files.length === 0 || (!isVideo && files.length < PUBLISH_PHOTOS_MAX);
  const isOver = usePageFiles(add);
  const problems = [
    ...(error ? [error] : []),
    ...rejections.map(({ text, values, bytes }) =>
      t(text, { ...values, ...(bytes !== undefined && { max: formatBytes(lang, bytes) }) }),
    ),
  ];

  function add(chosen: readonly File[]): void {
    if (isDisabled || chosen.length === 0) return;
    setRejections(actions.add(chosen));
  }

  function move(key: string, to: number): void {
    actions.move(key, to);
    setAnnouncement(t('make-post.files.moved', { number: to + 1 }));
  }

  /** The focus follows the pressed button to the file's new index; at the ends the opposite button takes the focus. */
  function moveBy(key: string, by: -1 | 1): void {
    move(key, files.findIndex((file) => file.key === key) + by);
    requestAnimationFrame(() => {
      const item = field.current?.querySelector(`[data-file="${key}"]`);
      const same = item?.querySelector<HTMLElement>(`[data-move="${by}"]`);
      (same ?? item?.querySelector<HTMLElement>('[data-move]'))?.focus();
    });
  }

  function remove(key: string): void {
    setRejections([]);
    const place = files.findIndex((file) => file.key === key);
    actions.remove(key);
    requestAnimationFrame(() => {
      const items = [...(field.current?.querySelectorAll('[data-file]') ?? [])];
      const next = items[Math.min(place, items.length - 1)];
      (next?.querySelector<HTMLElement>('textarea') ?? field.current?.querySelector<HTMLElement>('input'))?.focus();
    });
  }

  const describedBy = `${id}-hint ${id}-problems`;
  return (
    <fieldset ref={field} className={styles.field} data-over={isOver || undefined} aria-describedby={describedBy}>
      <legend>{t('make-post.files')}</legend>
      <FileRows
        files={files}
        actions={actions}
        isDisabled={isDisabled}
        onMove={move}
        onMoveBy={moveBy}
        onRemove={remove}
      />
      <AltReminder files={files} />
      {hasRoom && (
        <FileInputs isFirst={files.length === 0} isDisabled={isDisabled} describedBy={describedBy} onFiles={add} />
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {t('make-post.files.hint', {
          max: PUBLISH_PHOTOS_MAX,
          photo: formatBytes(lang, IMAGE_MAX_BYTES),
          video: formatBytes(lang, PUBLISH_VIDEO_MAX_BYTES),
        })}
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
