import { IconFile, IconMovie, IconMusic, IconX } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import type { PickedFile, PickedFiles } from './use-picked-files.ts';

interface FileTrayProps {
  picked: PickedFiles;
  isBusy: boolean;
  max: number;
}

function FilePreview({ file: { kind, previewUrl, file } }: { file: PickedFile }) {
  if (kind === 'image' && previewUrl) return <img src={previewUrl} alt={file.name} className={styles.preview} />;
  if (kind === 'video' && previewUrl)
    return (
      <>
        <video
          src={previewUrl}
          className={styles.preview}
          muted
          playsInline
          preload="metadata"
          aria-label={file.name}
        />
        <IconMovie size={18} stroke={ICON_STROKE} className={styles.play} aria-hidden="true" />
      </>
    );
  const Icon = kind === 'audio' ? IconMusic : IconFile;
  return (
    <>
      <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <span className={`clip1 ${styles.name}`}>{file.name}</span>
    </>
  );
}

export function FileTray({ picked: { files, isRaw, setRaw, remove }, isBusy, max }: FileTrayProps) {
  const t = useText('composer');
  return (
    <ul className={styles.tray} aria-label={t('composer.files')}>
      {files.map((file) => (
        <li key={file.key} className={styles.file} data-preview={file.previewUrl !== null || undefined}>
          <FilePreview file={file} />
          <button
            type="button"
            className={styles.remove}
            aria-label={t('composer.files.remove', { name: file.file.name })}
            disabled={isBusy}
            onClick={() => remove(file.key)}
          >
            <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li className="small">
        <span role="status">
          {isBusy ? t('composer.files.preparing') : t('composer.files.count', { count: files.length, max })}
        </span>
      </li>
      {files.some(({ kind }) => kind === 'image') && (
        <li>
          <label className={styles.raw}>
            <input
              type="checkbox"
              checked={isRaw}
              disabled={isBusy}
              onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
            />
            {t('composer.files.raw')}
          </label>
        </li>
      )}
    </ul>
  );
}
