import type { VideoLayer } from '@app/contract/live/media-room';
import type { Room, RoomPerson } from './room-types.ts';

export interface DataSaverState {
  isOn: boolean;
  isAutomatic: boolean;
  off: readonly number[];
  /** Estimated bytes of the videos that were not received, at their last known rate. */
  bytesSaved: number;
}

export interface DataSaver {
  set(isOn: boolean): void;
  setPerson(user: number, layer: VideoLayer): void;
  updatePeople(people: readonly RoomPerson[]): void;
  /** Takes `onBandwidth` of the room. Switches on below 300 kbit/s, and off when the connection is good again. */
  updateBandwidth(kbps: number, isTight: boolean): void;
  state(): DataSaverState;
  close(): void;
}

const TOO_LITTLE_KBPS = 300;
const LOW_IN_A_ROW = 2;
const MEASURE_EVERY_MS = 2000;
/**
 * Without incoming video the bandwidth cannot be measured, so video is tried after this time, and less often after each
 * failure.
 */
const TRIAL_AFTER_MS = 30_000;
const TRIAL_AFTER_MAX_MS = 240_000;
const TRIAL_MS = 8000;
/** Fraction lost during a trial; a higher loss means too little bandwidth. */
const TRIAL_LOSS_MAX = 0.05;
/** The bandwidth estimate follows a change only after some seconds. */
const GRACE_MS = 20_000;
/** Bytes per second assumed for a video that was never received. */
const UNKNOWN_RATE = 18_750;

export function createDataSaver(room: Room, onChange: (state: DataSaverState) => void): DataSaver {
  const layers = new Map<number, VideoLayer>();
  const rates = new Map<number, number>();
  const seen = new Map<number, number>();
  let filming: ReadonlySet<number> = new Set();
  let isOn = false;
  let isAutomatic = false;
  /** False after the user switched the saver off by hand. */
  let isAutomaticWelcome = true;
  let bytesSaved = 0;
  let lowReadings = 0;
  let trialAfter = TRIAL_AFTER_MS;
  let trial: ReturnType<typeof setTimeout> | undefined;
  let ignoreUntil = 0;
  let lookedAt = Date.now();

  const layerOf = (user: number): VideoLayer => layers.get(user) ?? (isOn ? 'off' : 'high');
  const state = (): DataSaverState => ({
    isOn,
    isAutomatic,
    off: [...layers].filter(([, layer]) => layer === 'off').map(([user]) => user),
    bytesSaved: Math.round(bytesSaved),
  });
  const publishState = (): void => onChange(state());

  function change(isOnNow: boolean, isAutomaticNow: boolean): void {
    clearTimeout(trial);
    lowReadings = 0;
    isOn = isOnNow;
    isAutomatic = isAutomaticNow;
    room.setLayer('*', isOn ? 'off' : 'high');
    if (isAutomatic) {
      trial = setTimeout(() => void tryOut(), trialAfter);
      trialAfter = Math.min(TRIAL_AFTER_MAX_MS, trialAfter * 2);
    }
    publishState();
  }

  async function tryOut(): Promise<void> {
    room.setLayer('*', 'high');
    const before = await room.stats();
    trial = setTimeout(async () => {
      const { packetsLost, packetsReceived } = await room.stats();
      if (!isAutomatic) return;
      const lost = packetsLost - before.packetsLost;
      const isGood = lost <= TRIAL_LOSS_MAX * (lost + packetsReceived - before.packetsReceived);
      ignoreUntil = Date.now() + GRACE_MS;
      change(!isGood, !isGood);
    }, TRIAL_MS);
  }

  async function measure(): Promise<void> {
    const now = Date.now();
    const seconds = (now - lookedAt) / 1000;
    lookedAt = now;
    for (const { user, kind, videoBytes } of (await room.stats()).people) {
      if (kind !== 'person') continue;
      const bytes = videoBytes - (seen.get(user) ?? videoBytes);
      seen.set(user, videoBytes);
      if (bytes > 0 && layerOf(user) !== 'off') rates.set(user, bytes / seconds);
    }
    const known = [...rates.values()];
    const usual = known.length === 0 ? UNKNOWN_RATE : known.reduce((sum, rate) => sum + rate, 0) / known.length;
    const before = bytesSaved;
    for (const user of filming) if (layerOf(user) === 'off') bytesSaved += (rates.get(user) ?? usual) * seconds;
    if (bytesSaved !== before) publishState();
  }
  const measureTimer = setInterval(() => void measure().catch(() => {}), MEASURE_EVERY_MS);

  return {
    set(isOnNow) {
      if (!isOnNow && isAutomatic) isAutomaticWelcome = false;
      change(isOnNow, false);
    },
    setPerson(user, layer) {
      layers.set(user, layer);
      room.setLayer(user, layer);
      publishState();
    },
    updatePeople(people) {
      filming = new Set(people.filter(({ video }) => video).map(({ user }) => user));
    },
    updateBandwidth(kbps, isTight) {
      lowReadings = kbps < TOO_LITTLE_KBPS && isTight ? lowReadings + 1 : 0;
      if (isOn || !isAutomaticWelcome || lowReadings < LOW_IN_A_ROW || Date.now() < ignoreUntil) return;
      if ([...filming].some((user) => layerOf(user) !== 'off')) change(true, true);
    },
    state,
    close() {
      clearInterval(measureTimer);
      clearTimeout(trial);
    },
  };
}
