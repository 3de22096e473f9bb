import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { VOICE_MAX_MS } from '#contract/messaging/chat-files';
import { useText } from '../../platform/i18n.tsx';
import { pause as pausePlayer, playerState, stop as stopPlayer, type VoiceTrack } from './player.ts';
import { type Recording, startRecorder, VoiceError, type VoiceProblem, type VoiceRecorder } from './voice-recorder.ts';
import { measureVoice } from './waveform.ts';

/** `held`: while the button is pressed; `locked`: hands-free; `paused`: preview; `done`: being prepared for sending. */
export type VoicePhase = 'idle' | 'asking' | 'held' | 'locked' | 'paused' | 'done';

interface VoiceOptions {
  onTick: () => void;
  onProblem: (message: string) => void;
}

export interface Voice {
  phase: VoicePhase;
  elapsed: number;
  /** Latest levels, 0 to 1, the newest last. */
  levels: readonly number[];
  preview: VoiceTrack | null;
  /** The pointer is where releasing cancels the recording. */
  isAway: boolean;
  setAway: (isAway: boolean) => void;
  start: (how: 'held' | 'locked') => void;
  lock: () => void;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
  finish: () => Promise<Recording | null>;
}

const TICK_MS = 100;
const LEVELS = 48;
const MINUTE = 60_000;
let previews = 0;

/** State of a recording from the first press to sending. Unmounting always releases the microphone. */
export function useVoice({ onTick, onProblem }: VoiceOptions): Voice {
  const t = useText('composer');
  const [phase, setPhase] = useState<VoicePhase>('idle');
  const [elapsed, setElapsed] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [preview, setPreview] = useState<VoiceTrack | null>(null);
  const [isAway, setAway] = useState(false);
  // A ref, because presses, permission and recorder respond between renders.
  const now = useRef<VoicePhase>('idle');
  const recorder = useRef<VoiceRecorder | null>(null);
  const startRequest = useRef<AbortController | null>(null);
  const isLockRequested = useRef(false);

  function setCurrentPhase(next: VoicePhase): void {
    now.current = next;
    setPhase(next);
  }

  function discardPreview(): void {
    setPreview((known) => {
      if (known) URL.revokeObjectURL(known.url);
      return null;
    });
    const { track } = playerState();
    if (track !== null && track.id < 0) stopPlayer();
  }

  function reset(): void {
    recorder.current = null;
    discardPreview();
    setElapsed(0);
    setLevels([]);
    setAway(false);
    setCurrentPhase('idle');
  }

  const reportProblem = (problem: VoiceProblem): void => onProblem(t(`composer.voice.${problem}`));

  async function startRecording(): Promise<void> {
    startRequest.current = new AbortController();
    const { signal } = startRequest.current;
    try {
      const started = await startRecorder(
        {
          onFull: () => {
            onProblem(t('composer.voice.max', { minutes: VOICE_MAX_MS / MINUTE }));
            void pauseRecording();
          },
          onLost: () => {
            if (now.current === 'idle' || now.current === 'done') return;
            cancel();
            reportProblem('failed');
          },
        },
        signal,
      );
      recorder.current = started;
      setCurrentPhase(isLockRequested.current ? 'locked' : 'held');
    } catch (error) {
      if (signal.aborted) return;
      reset();
      reportProblem(error instanceof VoiceError ? error.problem : 'failed');
    }
  }

  function start(how: 'held' | 'locked'): void {
    if (now.current !== 'idle') return;
    pausePlayer();
    isLockRequested.current = how === 'locked';
    setCurrentPhase('asking');
    void startRecording();
  }

  function lock(): void {
    isLockRequested.current = true;
    setAway(false);
    if (now.current === 'held') setCurrentPhase('locked');
  }

  async function pauseRecording(): Promise<void> {
    const current = recorder.current;
    if (!current) return;
    current.pause();
    setElapsed(current.elapsed());
    setCurrentPhase('paused');
    const blob = await current.currentBlob();
    const measured = await measureVoice(blob).catch(() => null);
    if (now.current !== 'paused' || recorder.current !== current) return;
    previews -= 1;
    setPreview({
      id: previews,
      url: URL.createObjectURL(blob),
      durationMs: measured?.durationMs ?? current.elapsed(),
      waveform: measured?.waveform ?? [],
      name: '',
      isNew: false,
      place: '',
      open: () => undefined,
      onListened: undefined,
    });
  }

  function pause(): void {
    if (now.current === 'held' || now.current === 'locked') void pauseRecording();
  }

  function resume(): void {
    if (now.current !== 'paused' || !recorder.current) return;
    discardPreview();
    recorder.current.resume();
    setCurrentPhase('locked');
  }

  function cancel(): void {
    startRequest.current?.abort();
    recorder.current?.cancel();
    reset();
  }

  async function finish(): Promise<Recording | null> {
    const current = recorder.current;
    if (!current || now.current === 'done') return null;
    setCurrentPhase('done');
    discardPreview();
    try {
      return await current.stop();
    } catch {
      reportProblem('failed');
      return null;
    } finally {
      reset();
    }
  }

  const tick = useEffectEvent(() => {
    const current = recorder.current;
    if (!current) return;
    setElapsed(current.elapsed());
    setLevels((known) => [...known.slice(1 - LEVELS), current.level()]);
    onTick();
  });
  const isRunning = phase === 'held' || phase === 'locked';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const leave = useEffectEvent(() => {
    startRequest.current?.abort();
    recorder.current?.cancel();
    recorder.current = null;
    if (preview) URL.revokeObjectURL(preview.url);
    if ((playerState().track?.id ?? 0) < 0) stopPlayer();
  });
  useEffect(() => () => leave(), []);

  return { phase, elapsed, levels, preview, isAway, setAway, start, lock, pause, resume, cancel, finish };
}
