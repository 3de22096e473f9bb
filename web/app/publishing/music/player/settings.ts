import { useSyncExternalStore } from 'react';

/** What comes between two tracks: two seconds, nothing, or the one fades into the other. */
export const PAUSES = ['two', 'none', 'smooth'] as const;
type Pause = (typeof PAUSES)[number];

interface MusicSettings {
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  pause: Pause;
  /** All tracks sound equally loud. */
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
  let stored: Partial<Record<keyof MusicSettings, unknown>> = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    // A browser that keeps nothing, or something else under our name, plays as everybody does at first.
  }
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

/** Remembered in this browser; other devices have their own loudness. */
export function changeSettings(change: Partial<MusicSettings>): void {
  settings = { ...musicSettings(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then it holds as long as the page lives.
  }
  for (const listener of listeners) listener();
}

export function subscribeSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMusicSettings(): MusicSettings {
  return useSyncExternalStore(subscribeSettings, musicSettings, () => DEFAULTS);
}
