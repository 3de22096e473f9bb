const RINGTONES = {
  incoming: { notes: [659.25, 783.99, 987.77], gap: 0.16, every: 2.6, loud: 0.22 },
  outgoing: { notes: [440], gap: 0, every: 4, loud: 0.07 },
  knock: { notes: [587.33, 783.99], gap: 0.2, every: 0, loud: 0.12 },
} as const;
type RingtoneKind = keyof typeof RINGTONES;

const TOUCHES = ['pointerup', 'keydown'] as const;
const FADE_SECONDS = 0.9;
/** Web lock that lets only one tab of the browser ring. */
const LOCK = 'okolo-ring';
/** Milliseconds that hidden tabs wait, so that the visible tab gets the lock first. */
const HIDDEN_WAIT_MS = 300;

function playNote(context: AudioContext, note: number, at: number, loud: number): void {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + FADE_SECONDS);
  gain.connect(context.destination);
  for (const [times, share] of [
    [1, 1],
    [2, 0.25],
  ] as const) {
    const voice = context.createOscillator();
    voice.type = 'sine';
    voice.frequency.value = note * times;
    const part = context.createGain();
    part.gain.value = share;
    voice.connect(part).connect(gain);
    voice.start(at);
    voice.stop(at + FADE_SECONDS);
  }
}

/** Starts the sound at once, or at the first user gesture when the browser blocks it until then. */
function playWhenAllowed(kind: RingtoneKind): () => void {
  if (navigator.userActivation?.hasBeenActive !== false) return playNow(kind);
  let stop: (() => void) | undefined;
  const start = (): void => {
    removeListeners();
    stop = playNow(kind);
  };
  const removeListeners = (): void => {
    for (const touch of TOUCHES) document.removeEventListener(touch, start, true);
  };
  for (const touch of TOUCHES) document.addEventListener(touch, start, true);
  return () => {
    removeListeners();
    stop?.();
  };
}

function playNow(kind: RingtoneKind): () => void {
  const { notes, gap, every, loud } = RINGTONES[kind];
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    return () => undefined;
  }
  const play = (): void => {
    if (context.state !== 'running') return;
    for (const [index, note] of notes.entries())
      playNote(context, note, context.currentTime + 0.02 + index * gap, loud);
  };
  context.resume().then(play, () => undefined);
  const timer = every > 0 ? setInterval(play, every * 1000) : undefined;
  return () => {
    clearInterval(timer);
    void context.close().catch(() => undefined);
  };
}

export function playRingtone(kind: RingtoneKind): () => void {
  if (kind !== 'incoming' || navigator.locks === undefined) return playWhenAllowed(kind);
  const stopped = new AbortController();
  const requestLock = (): void => {
    navigator.locks
      .request(LOCK, { signal: stopped.signal }, async () => {
        const stop = playWhenAllowed(kind);
        await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve, { once: true }));
        stop();
      })
      .catch(() => undefined);
  };
  const late = document.visibilityState === 'hidden' ? setTimeout(requestLock, HIDDEN_WAIT_MS) : undefined;
  if (late === undefined) requestLock();
  return () => {
    clearTimeout(late);
    stopped.abort();
  };
}
