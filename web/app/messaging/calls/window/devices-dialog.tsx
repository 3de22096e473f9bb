import { DeviceFields } from '../../../live/media-rooms/device-fields.tsx';
import { saveDeviceChoice } from '../../../live/media-rooms/devices.ts';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { closeDialog } from '../../../ui/dialog/dialog.tsx';
import styles from '../call-dialog.module.css';
import { CallDialog } from '../call-dialog.tsx';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';

export function DevicesDialog({ running, onClose }: { running: ActiveCall; onClose: () => void }) {
  const t = useText('calls');
  const { calls } = useCalls();
  return (
    <CallDialog
      title={t('calls.devices')}
      actions={<TextButton text={t('calls.devices.done')} className={styles.main} onClick={closeDialog} />}
      onClose={onClose}
    >
      <DeviceFields
        sound={running.own.sound}
        onMicrophone={(device) => void calls.own()?.changeMicrophone(device)}
        onCamera={(device) => void calls.own()?.changeCamera(device)}
        onSpeaker={(device) => {
          saveDeviceChoice({ speaker: device });
          calls.remoteAudio()?.setSpeaker(device);
        }}
      />
    </CallDialog>
  );
}
