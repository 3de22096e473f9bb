import type { Track } from '@app/contract/publishing/music';
import { duckFactor } from '../../../platform/audio-focus.ts';
import { listenToMedia } from '../../../ui/media/listen-to-media.ts';
import type { MediaElementEvent } from '../../../ui/media/media-state.ts';
import { musicSettings } from './settings.ts';

const FADE_MS = 4000;
/** Shorter tracks (milliseconds) are not crossfaded, because the fade would cover most of the track. */
const FADE_FROM_MS = 4 * FADE_MS;
/** Time before the end, in milliseconds, at which the next track begins to load. */
const PREPARE_MS = 20_000;
/**
 * Without a pause the next track starts this many milliseconds before the end, because a media element needs time to
 * start.
 */
const LEAD_MS = 40;
const FADE_STEP_MS = 50;

interface SoundListener {
  onPosition: (position: number, duration: number) => void;
  onEnded: () => void;
  onMoved: () => void;
  /** Called with true when playback stalls for lack of data, with false when it continues. */
  onStalled: (isStalled: boolean) => void;
  onFailed: () => void;
  /** The autoplay policy of the browser requires a user gesture. */
  onRefused: () => void;
  /** Playback was paused from outside, for example by the system or an unplugged headset. */
  onStopped: () => void;
  next: () => Track | null;
}

interface Deck {
  audio: HTMLAudioElement;
  gain: GainNode | null;
  track: Track | null;
  /** Start position in seconds, applied as soon as the element can seek. */
  startAt: number;
  /** Crossfade gain, 0 to 1. */
  fade: number;
}

const DECIBELS_PER_TEN = 20;
const factorOf = (decibels: number): number => 10 ** (decibels / DECIBELS_PER_TEN);

/**
 * Two audio elements in turn: one plays while the other preloads the next track, for gapless playback and crossfades.
 * Volume is set on the elements; only gain above 1 goes through Web Audio.
 */
export class Sound {
  readonly #listener: SoundListener;
  readonly #decks: [Deck, Deck];
  #current = 0;
  #isWanted = false;
  #context: AudioContext | undefined;
  #starter: ReturnType<typeof setTimeout> | undefined;
  #fader: ReturnType<typeof setInterval> | undefined;

  constructor(listener: SoundListener) {
    this.#listener = listener;
    this.#decks = [this.#createDeck(), this.#createDeck()];
  }

  #createDeck(): Deck {
    const audio = new Audio();
    audio.preload = 'auto';
    const deck: Deck = { audio, gain: null, track: null, startAt: 0, fade: 1 };
    audio.addEventListener('loadedmetadata', () => {
      if (deck.startAt > 0) audio.currentTime = deck.startAt;
      deck.startAt = 0;
    });
    listenToMedia(audio, (event) => {
      if (deck.track === null) return;
      if (this.#deck === deck) this.#handleCurrent(event);
      // A preload failure is ignored; the track reports the error when it is played.
      else if (event.type === 'failed') this.#empty(deck);
    });
    return deck;
  }

  #handleCurrent(event: MediaElementEvent): void {
    switch (event.type) {
      case 'moved':
        this.#handleTime();
        break;
      case 'measured':
        this.#reportPosition();
        break;
      case 'ended':
        this.#handleEnd();
        break;
      case 'stalled':
      case 'continued':
        this.#listener.onStalled(event.type === 'stalled');
        break;
      case 'paused': {
        const { audio } = this.#deck;
        // The event of an end comes late when somebody seeks back from the end: the element plays again by then.
        if (this.#isWanted && !event.isEnded && audio.paused && audio.error === null) this.#listener.onStopped();
        break;
      }
      case 'failed':
        this.#listener.onFailed();
    }
  }

  get #deck(): Deck {
    return this.#decks[this.#current] as Deck;
  }

  get #other(): Deck {
    return this.#decks[1 - this.#current] as Deck;
  }

  get position(): number {
    const { audio, startAt } = this.#deck;
    return (startAt > 0 ? startAt : audio.currentTime) * 1000;
  }

  get duration(): number {
    const { audio, track } = this.#deck;
    return Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration * 1000 : (track?.duration_ms ?? 0);
  }

  load(track: Track, position = 0): void {
    this.#stopTransition();
    this.#empty(this.#other);
    this.#fill(this.#deck, track, position);
    this.#reportPosition();
  }

  play(): void {
    this.#isWanted = true;
    const deck = this.#deck;
    this.mix();
    deck.audio.play().catch((error: unknown) => {
      // A rejected `play()` is ignored when another track was loaded meanwhile; other errors arrive as the element's
      // `error` event.
      if (this.#deck === deck && (error as Error).name === 'NotAllowedError') this.#listener.onRefused();
    });
  }

  pause(): void {
    this.#isWanted = false;
    this.#stopTransition();
    if (this.#other.track !== null) this.#other.audio.pause();
    this.#deck.audio.pause();
  }

  seek(position: number): void {
    this.#stopTransition();
    const { audio } = this.#deck;
    const seconds = Math.max(0, position) / 1000;
    if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = seconds;
    else this.#deck.startAt = seconds;
    this.#reportPosition();
  }

  stop(): void {
    this.pause();
    for (const deck of this.#decks) this.#empty(deck);
  }

  cancelNext(): void {
    if (this.#fader === undefined) this.#empty(this.#other);
    clearTimeout(this.#starter);
    this.#starter = undefined;
  }

  mix(): void {
    for (const deck of this.#decks) {
      if (deck.track === null) continue;
      const { volume, isMuted, isLevelled } = musicSettings();
      const level = isLevelled ? factorOf(deck.track.gain_db) : 1;
      const loudness = (isMuted ? 0 : volume) * duckFactor() * level * deck.fade;
      if (loudness > 1 && deck.gain === null) this.#lift(deck);
      deck.audio.volume = Math.min(1, loudness);
      if (deck.gain) deck.gain.gain.value = Math.max(1, loudness);
    }
  }

  /** Gain above 1 needs Web Audio, which is not used before, because some systems suspend it in the background. */
  #lift(deck: Deck): void {
    if (typeof AudioContext === 'undefined') return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    void context.resume().then(() => {
      if (context.state !== 'running' || deck.gain !== null) return;
      deck.gain = context.createGain();
      context.createMediaElementSource(deck.audio).connect(deck.gain).connect(context.destination);
      this.mix();
    });
  }

  #fill(deck: Deck, track: Track, position: number): void {
    deck.track = track;
    deck.startAt = position / 1000;
    deck.fade = 1;
    deck.audio.src = track.src;
  }

  #empty(deck: Deck): void {
    if (deck.track === null) return;
    deck.track = null;
    deck.audio.pause();
    deck.audio.removeAttribute('src');
    deck.audio.load();
  }

  #reportPosition(): void {
    this.#listener.onPosition(this.position, this.duration);
  }

  #handleTime(): void {
    this.#reportPosition();
    const { pause } = musicSettings();
    const { audio } = this.#deck;
    if (pause === 'two' || audio.paused || this.#fader !== undefined) return;
    const left = this.duration - this.position;
    if (left > PREPARE_MS) return;
    const next = this.#listener.next();
    if (next === null) return;
    if (this.#other.track?.id !== next.id) this.#fill(this.#other, next, 0);
    const fades = pause === 'smooth' && Math.min(this.duration, next.duration_ms) >= FADE_FROM_MS;
    if (fades && left <= FADE_MS) this.#fadeOver();
    else if (!fades && left <= 1000) this.#starter ??= setTimeout(() => this.#switch(), Math.max(0, left - LEAD_MS));
  }

  #handleEnd(): void {
    this.#reportPosition();
    if (this.#starter !== undefined) this.#switch();
    else this.#listener.onEnded();
  }

  #stopTransition(): void {
    clearTimeout(this.#starter);
    this.#starter = undefined;
    if (this.#fader === undefined) return;
    clearInterval(this.#fader);
    this.#fader = undefined;
    this.#empty(this.#other);
    this.#deck.fade = 1;
    this.mix();
  }

  /** Makes the preloaded element current and empties the previous one. */
  #switch(): void {
    clearTimeout(this.#starter);
    this.#starter = undefined;
    const over = this.#deck;
    this.#startOther(() => setTimeout(() => this.#deck !== over && this.#empty(over), LEAD_MS));
  }

  #startOther(onStarted: () => void): void {
    const over = this.#deck;
    const next = this.#other.track;
    if (next === null || this.#other.audio.error !== null) {
      this.#listener.onEnded();
      return;
    }
    this.#current = 1 - this.#current;
    this.mix();
    this.#deck.audio.play().then(onStarted, (error: unknown) => {
      if ((error as Error).name !== 'NotAllowedError') return onStarted();
      // Phones allow only an element that was started by a user gesture to play, so the same element loads the next
      // track.
      this.#stopTransition();
      this.#empty(this.#deck);
      this.#current = 1 - this.#current;
      this.#fill(over, next, 0);
      this.play();
    });
    this.#listener.onMoved();
    this.#reportPosition();
  }

  #fadeOver(): void {
    const over = this.#deck;
    const next = this.#other;
    next.fade = 0;
    this.#fader = setInterval(() => {
      const left = over.audio.ended ? 0 : (over.audio.duration - over.audio.currentTime) * 1000;
      const share = Math.min(1, Math.max(0, 1 - left / FADE_MS));
      // Equal-power crossfade: the sum of both stays as loud as each track was.
      over.fade = Math.cos((share * Math.PI) / 2);
      next.fade = Math.sin((share * Math.PI) / 2);
      this.mix();
      if (share === 1 || over.track === null) this.#stopTransition();
    }, FADE_STEP_MS);
    this.#startOther(() => {});
  }
}
