import { IconDownload } from 'virtual:icons';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { useText } from '../../../../platform/i18n.tsx';
import { iconButton } from '../../../../ui/button.ts';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import styles from './attachments.module.css';

export function DownloadLink({ file: { url, name } }: { file: ChatFile }) {
  const label = useText('chat')('chat.file.download', { name });
  return (
    <a href={url} download={name} className={`${iconButton} ${styles.get}`} aria-label={label} title={label}>
      <IconDownload size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </a>
  );
}
