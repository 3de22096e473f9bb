import { useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './device-fields.module.css';
import { type Device, type DeviceKind, listDevices, loadDeviceChoice, watchDevices, watchLevel } from './devices.ts';

const KINDS = [
  { kind: 'audioinput', name: 'microphone' },
  { kind: 'videoinput', name: 'camera' },
  { kind: 'audiooutput', name: 'speaker' },
] as const satisfies readonly { kind: DeviceKind; name: string }[];

type Name = (typeof KINDS)[number]['name'];

/**
 * Lists the connected devices. `again` changes after a permission was granted, because only then devices have names.
 */
function useDevices(again: unknown): readonly Device[] {
  const [devices, setDevices] = useState<readonly Device[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on purpose
  useEffect(() => {
    let isHere = true;
    void listDevices().then((list) => isHere && setDevices(list));
    return () => {
      isHere = false;
    };
  }, [again]);
  useEffect(() => watchDevices(setDevices), []);
  return devices;
}

function Level({ sound }: { sound: MediaStream | null }) {
  const t = useText('calls');
  const [level, setLevel] = useState(0);
  useEffect(() => {
    setLevel(0);
    return sound === null ? undefined : watchLevel(sound, setLevel);
  }, [sound]);
  return <meter className={styles.level} min={0} max={1} value={level} aria-label={t('calls.devices.level')} />;
}

interface DeviceFieldsProps {
  sound: MediaStream | null;
  onMicrophone: (id: string) => void;
  onCamera: (id: string) => void;
  onSpeaker: (id: string) => void;
}

export function DeviceFields({ sound, onMicrophone, onCamera, onSpeaker }: DeviceFieldsProps) {
  const t = useText('calls');
  const devices = useDevices(sound);
  const [choice, setChoice] = useState(loadDeviceChoice);
  const chooseDevice: Record<Name, (id: string) => void> = {
    microphone: onMicrophone,
    camera: onCamera,
    speaker: onSpeaker,
  };
  return (
    <div className={styles.fields}>
      {KINDS.map(({ kind, name }) => {
        const known = devices.filter((device) => device.kind === kind && device.id !== '' && device.id !== 'default');
        // Some browsers do not let pages choose the speaker and list none.
        if (name === 'speaker' && known.length === 0) return null;
        return (
          <label key={kind} className={styles.field}>
            {t(`calls.devices.${name}`)}
            <select
              value={known.some(({ id }) => id === choice[name]) ? choice[name] : ''}
              disabled={known.length === 0}
              onChange={({ currentTarget }) => {
                const id = currentTarget.value;
                setChoice({ ...choice, [name]: id });
                chooseDevice[name](id);
              }}
            >
              <option value="">
                {t(devices.some((device) => device.kind === kind) ? 'calls.devices.default' : 'calls.devices.none')}
              </option>
              {known.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label || t(`calls.devices.${name}`)}
                </option>
              ))}
            </select>
            {name === 'microphone' && <Level sound={sound} />}
          </label>
        );
      })}
    </div>
  );
}
