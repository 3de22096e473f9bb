/** Current owner of the audio focus. `element` is set when an element of the page acquired the focus by playing. */
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

/** Gives the audio focus to elements that start to play without having called {@link acquireAudioFocus}. */
function handlePlayback({ target, type }: Event): void {
  if (!(target instanceof HTMLMediaElement) || target.muted || holder?.owner === target) return;
  if (type === 'volumechange' && target.paused) return;
  setHolder({ owner: target, onLost: () => target.pause() });
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // Media events do not bubble, so they are handled in the capture phase.
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
 * Acquires the audio focus and silences other owners in this and other tabs. `onLost` is called once, when another
 * owner acquires the focus. Returns a function that releases the focus.
 *
 * `<audio>` and `<video>` elements in the page acquire the focus automatically when they play unmuted, and are paused
 * when they lose it; they need not call this. Elements that do call it pass themselves as the owner.
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

/** Sets the share of the volume at which music plays in every tab during a call: 1 restores it, 0 pauses music. */
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
