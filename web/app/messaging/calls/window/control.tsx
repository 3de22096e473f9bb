import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from 'virtual:icons';
import type { ComponentProps } from 'react';
import type { LocalTrack } from '../../../live/media-rooms/local-media.ts';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import styles from './call-window.module.css';

/** Round button of the call window. */
export function Control(props: ComponentProps<typeof IconButton>) {
  return <IconButton size={23} className={styles.control} hasTooltip {...props} />;
}

const DEVICE_ICONS = {
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
  camera: { on: IconVideo, off: IconVideoOff },
} as const;

interface DeviceControlProps extends ComponentProps<'button'> {
  kind: keyof typeof DEVICE_ICONS;
  track: LocalTrack;
  size?: number;
  shortcut?: string;
  onSwitch: (isOn: boolean) => void;
}

export function DeviceControl({ kind, track: { isOn }, shortcut, onSwitch, ...rest }: DeviceControlProps) {
  const t = useText('calls');
  const label = t(`calls.${kind}.${isOn ? 'off' : 'on'}`);
  return (
    <Control
      icon={DEVICE_ICONS[kind][isOn ? 'on' : 'off']}
      label={label}
      data-off={!isOn || undefined}
      aria-keyshortcuts={shortcut?.toLowerCase()}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={() => onSwitch(!isOn)}
      {...rest}
    />
  );
}
