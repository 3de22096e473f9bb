import { IconEar } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import type { FormFile } from './form-file.ts';
import styles from './media-field.module.css';

/** Reminds the author that a description is missing; descriptions stay optional. */
export function AltReminder({ files }: { files: readonly FormFile[] }) {
  const t = useText('make-post');
  const count = files.filter(({ alt }) => alt.trim() === '').length;
  if (count === 0) return null;
  return (
    <p className={styles.reminder}>
      <IconEar size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {t('make-post.alt.reminder', { count })}
    </p>
  );
}
