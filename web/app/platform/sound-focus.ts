/** Whoever sounds right now. The element is there when it stands in the page and nobody had to say so. */
interface Holder {
  owner: string | HTMLMediaElement;
  onLost: () => void;
}

type Letter = { is: 'taken' } | { is: 'duck'; factor: number };

let holder: Holder | null = null;
let factor = 1;
let tabs: BroadcastChannel | undefined;
let isWatching = false;
const duckers = new Set<() => void>();

function lose(): void {
  const lost = holder;
  holder = null;
  lost?.onLost();
}

function hold(next: Holder): void {
  watch();
  if (holder?.owner !== next.owner) lose();
  holder = next;
  tabs?.postMessage({ is: 'taken' } satisfies Letter);
}

/** Elements of the page that nobody spoke for: they are noticed when they begin to sound. */
function notice({ target, type }: Event): void {
  if (!(target instanceof HTMLMediaElement) || target.muted || holder?.owner === target) return;
  if (type === 'volumechange' && target.paused) return;
  hold({ owner: target, onLost: () => target.pause() });
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // Neither event bubbles; both are caught on their way down.
  document.addEventListener('play', notice, true);
  document.addEventListener('volumechange', notice, true);
  if (typeof BroadcastChannel === 'undefined') return;
  tabs = new BroadcastChannel('okolo-sound');
  tabs.onmessage = ({ data }: MessageEvent<Letter>) => {
    if (data.is === 'taken') lose();
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
export function takeSound(owner: string | HTMLMediaElement, onLost: () => void): () => void {
  const taken = { owner, onLost };
  hold(taken);
  return () => {
    if (holder === taken) holder = null;
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
  tabs?.postMessage({ is: 'duck', factor } satisfies Letter);
}

export const duckFactor = (): number => factor;

export function subscribeDuck(listener: () => void): () => void {
  watch();
  duckers.add(listener);
  return () => duckers.delete(listener);
}
