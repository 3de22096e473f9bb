import type { ConferenceMessage } from '@app/contract/messaging/calls';
import { useEffect, useState } from 'react';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './call-window.module.css';

const SHOWN_MS = 6000;

/** The message that came while the chat is closed, for some seconds; a press opens the chat. */
export function ChatPreview({ message, onOpen }: { message: ConferenceMessage; onOpen: () => void }) {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const { firstname, lastname, photo, attachments } = message;
  return (
    <div className={styles.previewPlace} role="status">
      {isShown && (
        <button type="button" className={styles.preview} onClick={onOpen}>
          <UserPic firstname={firstname} lastname={lastname} photo={photo} size={28} />
          <b>{firstname}</b>
          <span className="clip1">{message.message || attachments[0]?.name}</span>
        </button>
      )}
    </div>
  );
}
