/** Whoever sounds right now. The element is there when it stands in the page and nobody had to say so. */
interface AudioFocusHolder {
  owner: string | HTMLMediaElement;
  onLost: () => void;
}

type TabMessage = { is: 'taken' } | { is: 'duck'; factor: number };

let holder: AudioFocusHolder | null = null;
let factor = 1;
let tabs: BroadcastChannel | undefined;
let isWatching = false;
const duckers = new Set<() => void>();

function loseFocus(): void {
  const lost = holder;
  holder = null;
  lost?.onLost();
}

function setHolder(next: AudioFocusHolder): void {
  watch();
  if (holder?.owner !== next.owner) loseFocus();
  holder = next;
  tabs?.postMessage({ is: 'taken' } satisfies TabMessage);
}

/** Elements of the page that nobody spoke for: they are noticed when they begin to sound. */
function handlePlayback({ target, type }: Event): void {
  if (!(target instanceof HTMLMediaElement) || target.muted || holder?.owner === target) return;
  if (type === 'volumechange' && target.paused) return;
  setHolder({ owner: target, onLost: () => target.pause() });
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // Neither event bubbles; both are caught on their way down.
  document.addEventListener('play', handlePlayback, true);
  document.addEventListener('volumechange', handlePlayback, true);
  if (typeof BroadcastChannel === 'undefined') return;
  tabs = new BroadcastChannel('okolo-sound');
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.is === 'taken') loseFocus();
    else apply(data.factor);
  };
}

/**
 * Sound, and let everybody else fall silent, in this tab and in the others: `onLost` is called once, when somebody else begins.
 * Answers how to give it back, for whoever stops by itself.
 *
 * `<audio>` and `<video>` that stand in the page are noticed as soon as they play unmuted, and are paused when they lose it; they need
 * not call this. Those that do name themselves by their element.
 */
export function acquireAudioFocus(owner: string | HTMLMediaElement, onLost: () => void): () => void {
  const acquired = { owner, onLost };
  setHolder(acquired);
  return () => {
    if (holder === acquired) holder = null;
  };
}

function apply(next: number): void {
  const wanted = Math.min(1, Math.max(0, next));
  if (wanted === factor) return;
  factor = wanted;
  for (const listener of duckers) listener();
}

/** Speech comes first: music plays at this share of its loudness, in every tab; 1 again when it is over, 0 pauses it. */
export function duck(next: number): void {
  watch();
  apply(next);
  tabs?.postMessage({ is: 'duck', factor } satisfies TabMessage);
}

export const duckFactor = (): number => factor;

export function subscribeDuck(listener: () => void): () => void {
  watch();
  duckers.add(listener);
  return () => duckers.delete(listener);
}
