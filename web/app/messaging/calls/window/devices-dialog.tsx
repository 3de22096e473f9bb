import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { DeviceFields } from '../../../live/media-rooms/device-fields.tsx';
import { saveDeviceChoice } from '../../../live/media-rooms/devices.ts';
import { useText } from '../../../platform/i18n.tsx';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../call-dialog.module.css';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import dark from './call-window.module.css';

export function DevicesDialog({ running, onClose }: { running: ActiveCall; onClose: () => void }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <BareDialog ref={dialog} className={`${dark.dark} ${styles.dialog}`} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{t('calls.devices')}</h2>
        <button type="button" aria-label={t('frame.close')} onClick={() => dialog.current?.close()}>
          <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      <DeviceFields
        sound={running.own.sound}
        onMicrophone={(device) => void calls.own()?.changeMicrophone(device)}
        onCamera={(device) => void calls.own()?.changeCamera(device)}
        onSpeaker={(device) => {
          saveDeviceChoice({ speaker: device });
          calls.remoteAudio()?.setSpeaker(device);
        }}
      />
      <div className={styles.actions}>
        <button type="button" className={styles.main} onClick={() => dialog.current?.close()}>
          {t('calls.devices.done')}
        </button>
      </div>
    </BareDialog>
  );
}
