import { useEffect, useRef } from 'react';
import { VOICE_MAX_MS } from '#contract/messaging/chat-files';
import { useText } from '../../platform/i18n.tsx';
import { createStore, useMachineState, useRunner } from '../../platform/state-machine.ts';
import { pause as pausePlayer, playerState, stop as stopPlayer, type VoiceTrack } from './player.ts';
import type { Recording, VoiceProblem, VoiceRecorder } from './voice-recorder.ts';
import { measureVoice } from './waveform.ts';

interface VoiceState {
  /** `held`: while the button is pressed; `locked`: hands-free; `paused`: preview; `done`: being prepared for sending. */
  phase: 'idle' | 'asking' | 'held' | 'locked' | 'paused' | 'done';
  elapsed: number;
  /** Latest levels, 0 to 1, the newest last. */
  levels: readonly number[];
  preview: VoiceTrack | null;
  /** The pointer is where releasing cancels the recording. */
  isAway: boolean;
}

export type Voice = VoiceState &
  Pick<VoiceControl, 'setAway' | 'start' | 'lock' | 'pause' | 'resume' | 'cancel' | 'finish'>;

const TICK_MS = 100;
const LEVELS = 48;
const MINUTE = 60_000;
const IDLE: VoiceState = { phase: 'idle', elapsed: 0, levels: [], preview: null, isAway: false };
let previews = 0;

const problemOf = (error: unknown): VoiceProblem =>
  error instanceof Error && 'problem' in error ? (error.problem as VoiceProblem) : 'failed';

/** A recording from the first press to sending. Closing always releases the microphone. */
class VoiceControl {
  readonly store = createStore(IDLE);
  readonly #onProblem: (problem: VoiceProblem | 'max') => void;
  #recorder: VoiceRecorder | null = null;
  #startRequest = new AbortController();
  #isLockRequested = false;

  constructor(onProblem: (problem: VoiceProblem | 'max') => void) {
    this.#onProblem = onProblem;
  }

  get #phase(): VoiceState['phase'] {
    return this.store.state().phase;
  }

  get #isRunning(): boolean {
    return this.#phase === 'held' || this.#phase === 'locked';
  }

  #change(change: Partial<VoiceState>): void {
    this.store.set({ ...this.store.state(), ...change });
  }

  #reset(): void {
    this.#recorder = null;
    this.#discardPreview();
    this.store.set(IDLE);
  }

  #discardPreview(): void {
    const { preview } = this.store.state();
    if (preview) URL.revokeObjectURL(preview.url);
    this.#change({ preview: null });
    if ((playerState().track?.id ?? 0) < 0) stopPlayer();
  }

  async #record(): Promise<void> {
    this.#startRequest = new AbortController();
    const { signal } = this.#startRequest;
    const onFull = (): void => {
      this.#onProblem('max');
      void this.#pause();
    };
    const onLost = (): void => {
      if (this.#phase === 'idle' || this.#phase === 'done') return;
      this.cancel();
      this.#onProblem('failed');
    };
    try {
      const { startRecorder } = await import('./voice-recorder.ts');
      this.#recorder = await startRecorder({ onFull, onLost }, signal);
      this.#change({ phase: this.#isLockRequested ? 'locked' : 'held' });
    } catch (error) {
      if (signal.aborted) return;
      this.#reset();
      this.#onProblem(problemOf(error));
    }
  }

  async #pause(): Promise<void> {
    const current = this.#recorder;
    if (!current) return;
    current.pause();
    this.#change({ elapsed: current.elapsed(), phase: 'paused' });
    const blob = await current.currentBlob();
    const measured = await measureVoice(blob).catch(() => null);
    if (this.#phase !== 'paused' || this.#recorder !== current) return;
    previews -= 1;
    const preview: VoiceTrack = {
      id: previews,
      url: URL.createObjectURL(blob),
      durationMs: measured?.durationMs ?? current.elapsed(),
      waveform: measured?.waveform ?? [],
      name: '',
      isNew: false,
      place: '',
      open: () => undefined,
    };
    this.#change({ preview });
  }

  readonly setAway = (isAway: boolean): void => {
    if (isAway !== this.store.state().isAway) this.#change({ isAway });
  };

  readonly start = (how: 'held' | 'locked'): void => {
    if (this.#phase !== 'idle') return;
    pausePlayer();
    this.#isLockRequested = how === 'locked';
    this.#change({ phase: 'asking' });
    void this.#record();
  };

  readonly lock = (): void => {
    this.#isLockRequested = true;
    this.#change({ isAway: false, ...(this.#phase === 'held' && { phase: 'locked' }) });
  };

  readonly pause = (): void => {
    if (this.#isRunning) void this.#pause();
  };

  readonly resume = (): void => {
    if (this.#phase !== 'paused' || !this.#recorder) return;
    this.#discardPreview();
    this.#recorder.resume();
    this.#change({ phase: 'locked' });
  };

  readonly cancel = (): void => {
    this.#startRequest.abort();
    this.#recorder?.cancel();
    this.#reset();
  };

  readonly finish = async (): Promise<Recording | null> => {
    const current = this.#recorder;
    if (!current || this.#phase === 'done') return null;
    this.#change({ phase: 'done' });
    this.#discardPreview();
    try {
      return await current.stop();
    } catch {
      this.#onProblem('failed');
      return null;
    } finally {
      this.#reset();
    }
  };

  /** Reads the recorder. Returns whether it is running. */
  tick(): boolean {
    const current = this.#recorder;
    if (!current || !this.#isRunning) return false;
    const { levels } = this.store.state();
    this.#change({ elapsed: current.elapsed(), levels: [...levels.slice(1 - LEVELS), current.level()] });
    return true;
  }

  readonly close = this.cancel;
}

interface VoiceOptions {
  onTick: () => void;
  onProblem: (message: string) => void;
}

export function useVoice(options: VoiceOptions): Voice {
  const t = useText('composer');
  const latest = useRef({ ...options, t });
  latest.current = { ...options, t };
  const control = useRunner(
    () =>
      new VoiceControl((problem) => {
        const { onProblem, t: textOf } = latest.current;
        onProblem(textOf(`composer.voice.${problem}`, { minutes: VOICE_MAX_MS / MINUTE }));
      }),
  );
  const state = useMachineState(control.store);
  const isRunning = state.phase === 'held' || state.phase === 'locked';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => control.tick() && latest.current.onTick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, control]);
  const { setAway, start, lock, pause, resume, cancel, finish } = control;
  return { ...state, setAway, start, lock, pause, resume, cancel, finish };
}
