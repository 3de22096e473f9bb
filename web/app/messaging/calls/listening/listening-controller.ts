import type { CallListening } from '@app/contract/messaging/listening';
import type { Track } from '@app/contract/publishing/music';
import { createStore } from '../../../platform/state-machine.ts';
import type { ActiveCall } from '../call-state.ts';
import { type ClockSample, correctionOf, momentOf, offsetOf } from './sync.ts';

/** The sound of one track after another, in milliseconds. */
export interface ListeningSound {
  load(track: Track): void;
  /** Rejects with the browser's error where sound needs a press first. */
  play(): Promise<void>;
  pause(): void;
  seek(positionMs: number): void;
  /** Null while there is too little of the track, or a jump is under way. */
  position(): number | null;
  isPaused(): boolean;
  setRate(rate: number): void;
  close(): void;
}

export interface ListeningPorts {
  askClock(sent: number): void;
  /** Null: not theirs to see. Rejects when the answer did not come. */
  findTrack(id: number): Promise<Track | null>;
  createSound(): ListeningSound;
  /** Pauses the viewer's own music; the returned function resumes what was playing. */
  pauseOwnMusic(): () => void;
  acquireFocus(onLost: () => void): () => void;
  /** Milliseconds of this browser's clock. */
  now(): number;
}

export interface ListeningView {
  listening: CallListening;
  index: number;
  positionMs: number;
  isPlaying: boolean;
  /** Null while it loads, and in the state `unavailable` or `failed`. */
  track: Track | null;
  state: 'loading' | 'ready' | 'unavailable' | 'failed';
  /** The browser plays nothing until the viewer presses something. */
  isBlocked: boolean;
  /** The viewer began to listen to something else on this device. */
  isAway: boolean;
}

export const TICK_MS = 250;
const FIRST_SAMPLES = 5;
const SAMPLES_KEPT = 10;
const SAMPLE_EVERY_TICKS = 80;
const RETRY_MS = 3000;
/** Milliseconds in which a jump settles before the next one. */
const SETTLE_MS = 1500;
const SEEK_AHEAD_MAX_MS = 1000;

/** Plays what the call listens to in this page, from the beginning of one listening to its end. */
class ListeningSession {
  readonly #ports: ListeningPorts;
  readonly #sound: ListeningSound;
  readonly #resumeOwnMusic: () => void;
  readonly #onChange: (view: ListeningView) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #releaseFocus: (() => void) | undefined;
  #listening: CallListening;
  #samples: ClockSample[] = [];
  #ticks = 0;
  #trackId: number | null = null;
  #track: Track | null = null;
  #state: ListeningView['state'] = 'loading';
  #retryAt = 0;
  #isBlocked = false;
  #isAway = false;
  #isStarting = false;
  #settlesAt = 0;
  /** How much playback falls behind while it jumps, learned from the jump before. */
  #seekAheadMs = 0;
  #isMeasured = true;

  constructor(ports: ListeningPorts, listening: CallListening, onChange: (view: ListeningView) => void) {
    this.#ports = ports;
    this.#listening = listening;
    this.#onChange = onChange;
    // Before the focus is taken, which would pause the music without remembering it.
    this.#resumeOwnMusic = ports.pauseOwnMusic();
    this.#sound = ports.createSound();
    this.#acquireFocus();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  get revision(): number {
    return this.#listening.revision;
  }

  change(listening: CallListening): void {
    this.#listening = listening;
    this.#settlesAt = 0;
    // The place has moved, so what playback lacks to it says nothing of the jump before.
    this.#isMeasured = true;
    this.#tick();
  }

  addSample(sample: ClockSample): void {
    this.#samples = [...this.#samples, sample].slice(-SAMPLES_KEPT);
  }

  /** After a press: sound that the browser held back may play, and whoever was away listens again. */
  resume(): void {
    this.#isBlocked = false;
    if (this.#isAway) this.#acquireFocus();
    this.#isAway = false;
    this.#tick();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#sound.close();
    this.#releaseFocus?.();
    if (!this.#isAway) this.#resumeOwnMusic();
  }

  #acquireFocus(): void {
    this.#releaseFocus = this.#ports.acquireFocus(() => {
      this.#releaseFocus = undefined;
      this.#isAway = true;
      this.#tick();
    });
  }

  #tick(): void {
    if (this.#ticks < FIRST_SAMPLES || this.#ticks % SAMPLE_EVERY_TICKS === 0) this.#ports.askClock(this.#ports.now());
    this.#ticks++;
    const offset = offsetOf(this.#samples);
    // Without the server's time there is no place to play from yet.
    const moment =
      offset === null
        ? { index: this.#listening.index, positionMs: this.#listening.position_ms, isPlaying: false }
        : momentOf(this.#listening, this.#ports.now() + offset);
    this.#follow(this.#listening.tracks[moment.index]?.id ?? null);
    if (moment.isPlaying && this.#track !== null && !this.#isAway) this.#play(moment.positionMs);
    else this.#sound.pause();
    const isPlaying = this.#listening.playing === 1 && (offset === null || moment.isPlaying);
    this.#onChange({
      listening: this.#listening,
      index: moment.index,
      positionMs: moment.positionMs,
      isPlaying,
      track: this.#track,
      state: this.#state,
      isBlocked: this.#isBlocked,
      isAway: this.#isAway,
    });
  }

  #follow(id: number | null): void {
    const isRetry = this.#state === 'failed' && this.#ports.now() >= this.#retryAt;
    if (id === null || (id === this.#trackId && !isRetry)) return;
    this.#trackId = id;
    this.#track = null;
    this.#state = 'loading';
    this.#sound.pause();
    this.#ports.findTrack(id).then(
      (track) => {
        if (this.#trackId !== id) return;
        this.#track = track;
        this.#state = track === null ? 'unavailable' : 'ready';
        if (track !== null) this.#sound.load(track);
        this.#settlesAt = 0;
      },
      () => {
        if (this.#trackId !== id) return;
        this.#state = 'failed';
        this.#retryAt = this.#ports.now() + RETRY_MS;
      },
    );
  }

  #play(targetMs: number): void {
    if (this.#isBlocked) return;
    if (this.#sound.isPaused()) {
      if (this.#isStarting) return;
      this.#isStarting = true;
      this.#seek(targetMs);
      this.#sound.play().then(
        () => {
          this.#isStarting = false;
        },
        (error: unknown) => {
          this.#isStarting = false;
          if (error instanceof Error && error.name === 'NotAllowedError') this.#isBlocked = true;
        },
      );
      return;
    }
    const position = this.#sound.position();
    if (position === null || this.#ports.now() < this.#settlesAt) return;
    if (!this.#isMeasured) {
      this.#isMeasured = true;
      const behindMs = targetMs - position;
      this.#seekAheadMs = Math.max(0, Math.min(SEEK_AHEAD_MAX_MS, this.#seekAheadMs + behindMs));
    }
    const correction = correctionOf(targetMs, position);
    if (correction.do === 'seek') this.#seek(targetMs);
    else this.#sound.setRate(correction.rate);
  }

  #seek(targetMs: number): void {
    this.#sound.setRate(1);
    this.#sound.seek(targetMs + this.#seekAheadMs);
    this.#settlesAt = this.#ports.now() + SETTLE_MS;
    this.#isMeasured = false;
  }
}

export interface ListeningController {
  view(): ListeningView | null;
  subscribe(listener: () => void): () => void;
  follow(running: ActiveCall | null): void;
  addSample(sample: ClockSample): void;
  resume(): void;
  close(): void;
}

/** Listens as long as the call of this page does: leaving the call, and its end, end it. */
export function createListeningController(ports: ListeningPorts): ListeningController {
  const view = createStore<ListeningView | null>(null);
  let session: ListeningSession | null = null;

  function end(): void {
    session?.close();
    session = null;
    view.set(null);
  }

  return {
    view: view.state,
    subscribe: view.subscribe,
    follow(running) {
      const isIn = running?.phase === 'running' || running?.phase === 'connecting';
      const listening = isIn ? (running.call?.listening ?? null) : null;
      if (listening === null) end();
      else if (session === null) session = new ListeningSession(ports, listening, view.set);
      // An answer of the server may arrive after an event that is newer.
      else if (listening.revision > session.revision) session.change(listening);
    },
    addSample: (sample) => session?.addSample(sample),
    resume: () => session?.resume(),
    close: end,
  };
}
