import type { VideoLayer } from '@app/contract/live/media-room';
import type { Room, RoomPerson } from './room-types.ts';

export interface DataSaverState {
  /** Nobody's picture comes in. */
  isOn: boolean;
  /** It switched itself on, because the line carries too little. */
  isAutomatic: boolean;
  /** Whose picture is off by the person's own choice. */
  off: readonly number[];
  /** What the pictures left out would have weighed, at the rate they came in before. */
  bytesSaved: number;
}

/** «Экономия»: pictures that do not come in. */
export interface DataSaver {
  set(isOn: boolean): void;
  /** One person's picture. It is stronger than the switch for all. */
  setPerson(user: number, layer: VideoLayer): void;
  /** From `onPeople` of the room: who sends a picture at all. */
  updatePeople(people: readonly RoomPerson[]): void;
  /** From `onBandwidth` of the room. Under 300 kbit/s it switches itself on, and off again when the line is good. */
  updateBandwidth(kbps: number, isTight: boolean): void;
  state(): DataSaverState;
  close(): void;
}

const TOO_LITTLE_KBPS = 300;
/** A single moment is no reason. */
const LOW_IN_A_ROW = 2;
const MEASURE_EVERY_MS = 2000;
/** A line that carries nothing cannot be measured: after this it is tried, later and later. */
const TRIAL_AFTER_MS = 30_000;
const TRIAL_AFTER_MAX_MS = 240_000;
const TRIAL_MS = 8000;
/** Of what was sent for the trial; more than this was too much for the line. */
const TRIAL_LOSS_MAX = 0.05;
/** How the line is rated follows the line by and by. */
const GRACE_MS = 20_000;
/** Of a picture that never came in: bytes a second of a small one. */
const UNKNOWN_RATE = 18_750;

export function createDataSaver(room: Room, onChange: (state: DataSaverState) => void): DataSaver {
  const layers = new Map<number, VideoLayer>();
  /** Bytes a second of each person's picture, as it last came in. */
  const rates = new Map<number, number>();
  const seen = new Map<number, number>();
  let filming: ReadonlySet<number> = new Set();
  let isOn = false;
  let isAutomatic = false;
  /** Somebody who switched it off does not want it. */
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
