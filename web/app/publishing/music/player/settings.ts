import { useSyncExternalStore } from 'react';
import { readStoredObject, writeStored } from '../../../platform/stored.ts';

/** Transition between tracks: a two-second gap, none, or a crossfade. */
export const PAUSES = ['two', 'none', 'smooth'] as const;
type Pause = (typeof PAUSES)[number];

interface MusicSettings {
  volume: number;
  isMuted: boolean;
  pause: Pause;
  isLevelled: boolean;
  shuffle: boolean;
  repeat: 'none' | 'all' | 'one';
}

const KEY = 'music-settings';
const DEFAULTS: MusicSettings = {
  volume: 0.7,
  isMuted: false,
  pause: 'two',
  isLevelled: true,
  shuffle: false,
  repeat: 'all',
};

let settings: MusicSettings | undefined;
const listeners = new Set<() => void>();

const oneOf = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

function loadSettings(): MusicSettings {
  const stored = readStoredObject<keyof MusicSettings>(KEY);
  const { volume } = stored;
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    isMuted: stored.isMuted === true,
    pause: oneOf(stored.pause, PAUSES, DEFAULTS.pause),
    isLevelled: stored.isLevelled !== false,
    shuffle: stored.shuffle === true,
    repeat: oneOf(stored.repeat, ['none', 'all', 'one'], DEFAULTS.repeat),
  };
}

export function musicSettings(): MusicSettings {
  settings ??= loadSettings();
  return settings;
}

/** Settings are stored in this browser, because volume differs between devices. */
export function changeSettings(change: Partial<MusicSettings>): void {
  settings = { ...musicSettings(), ...change };
  writeStored(KEY, JSON.stringify(settings));
  for (const listener of listeners) listener();
}

export function subscribeSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMusicSettings(): MusicSettings {
  return useSyncExternalStore(subscribeSettings, musicSettings, () => DEFAULTS);
}
