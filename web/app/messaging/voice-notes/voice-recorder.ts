import { VOICE_MAX_MS } from '#contract/messaging/chat-files';
import { measureVoice, peaksOf, type VoiceMeasures } from './waveform.ts';

export type VoiceProblem = 'denied' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';

class VoiceError extends Error {
  readonly problem: VoiceProblem;

  constructor(problem: VoiceProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface Recording extends VoiceMeasures {
  blob: Blob;
}

export type VoiceRecorder = ReturnType<typeof record>;

interface RecorderEvents {
  /** The maximum length is reached; the recorder pauses and waits to be sent. */
  onFull: () => void;
  onLost: () => void;
}

const TYPES = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm'];
const BITS_PER_SECOND = 32_000;
/** Milliseconds per chunk; a crash of the recorder loses at most this much. */
const CHUNK_MS = 1000;
const LEVEL_EVERY_MS = 100;

const PROBLEMS: Readonly<Record<string, VoiceProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new VoiceError('insecure');
  if (typeof MediaRecorder === 'undefined' || navigator.mediaDevices?.getUserMedia === undefined)
    throw new VoiceError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    throw new VoiceError(PROBLEMS[(error as Error).name] ?? 'failed');
  }
}

/** Measures the level. Without Web Audio recording works, but the level stays 0. */
function openMeter(stream: MediaStream): { level: () => number; close: () => void } {
  try {
    const context = new AudioContext();
    const meter = context.createAnalyser();
    meter.fftSize = 512;
    context.createMediaStreamSource(stream).connect(meter);
    const samples = new Uint8Array(meter.fftSize);
    return {
      level: () => {
        meter.getByteTimeDomainData(samples);
        let loudest = 0;
        for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample - 128) / 128);
        return loudest;
      },
      close: () => void context.close(),
    };
  } catch {
    return { level: () => 0, close: () => undefined };
  }
}

/**
 * Records from the microphone, at most {@link VOICE_MAX_MS}. The microphone is released however recording ends.
 * `signal` cancels a start that waits for the permission.
 */
export async function startRecorder(events: RecorderEvents, signal: AbortSignal): Promise<VoiceRecorder> {
  const stream = await openMicrophone();
  const release = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) {
    release();
    throw new DOMException('Aborted', 'AbortError');
  }
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  let recorder: MediaRecorder;
  try {
    recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  } catch {
    release();
    throw new VoiceError('unsupported');
  }
  return record(recorder, stream, events, release);
}

function record(recorder: MediaRecorder, stream: MediaStream, { onFull, onLost }: RecorderEvents, release: () => void) {
  const meter = openMeter(stream);
  const chunks: Blob[] = [];
  const levels: number[] = [];
  let before = 0;
  let since = performance.now();
  const isRunning = (): boolean => recorder.state === 'recording';
  const elapsed = (): number => before + (isRunning() ? performance.now() - since : 0);
  const blob = (): Blob => new Blob(chunks, { type: (recorder.mimeType || 'audio/webm').split(';')[0] ?? '' });

  const ticking = setInterval(() => {
    if (!isRunning()) return;
    levels.push(meter.level());
    if (elapsed() < VOICE_MAX_MS) return;
    pause();
    onFull();
  }, LEVEL_EVERY_MS);

  function close(): void {
    clearInterval(ticking);
    meter.close();
    release();
  }

  function pause(): void {
    if (!isRunning()) return;
    before = elapsed();
    recorder.pause();
  }

  /** Waits until the recorder has emitted its pending chunk. */
  function flushed(ask: () => void): Promise<void> {
    return new Promise((resolve) => {
      recorder.addEventListener('dataavailable', () => resolve(), { once: true });
      ask();
    });
  }

  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) chunks.push(data);
  });
  const lost = (): void => {
    if (recorder.state !== 'inactive') onLost();
  };
  recorder.addEventListener('error', lost);
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', lost);
  recorder.start(CHUNK_MS);

  return {
    elapsed,
    level: () => (isRunning() ? meter.level() : 0),
    pause,
    resume: () => {
      if (recorder.state !== 'paused' || elapsed() >= VOICE_MAX_MS) return;
      since = performance.now();
      recorder.resume();
    },
    currentBlob: async () => {
      if (recorder.state !== 'inactive') await flushed(() => recorder.requestData());
      return blob();
    },
    stop: async () => {
      const durationMs = Math.round(elapsed());
      before = durationMs;
      if (recorder.state !== 'inactive') {
        await new Promise<void>((resolve) => {
          recorder.addEventListener('stop', () => resolve(), { once: true });
          recorder.stop();
        });
      }
      close();
      const recording = blob();
      try {
        const measured = await measureVoice(recording);
        return { blob: recording, ...measured };
      } catch {
        // Some browsers cannot decode their own recordings; the measured levels then give the waveform.
        return { blob: recording, durationMs, waveform: peaksOf(levels) };
      }
    },
    cancel: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      close();
    },
  };
}
