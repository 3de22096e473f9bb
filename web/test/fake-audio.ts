export class FakeAudio extends EventTarget {
  static readonly HAVE_METADATA = 1;
  readyState = 0;
  preload = '';
  volume = 1;
  paused = true;
  ended = false;
  error: unknown = null;
  duration = Number.NaN;
  loads = 0;
  #src = '';
  #time = 0;

  constructor() {
    super();
    fakeAudios.push(this);
  }

  get src(): string {
    return this.#src;
  }

  set src(address: string) {
    this.loads += 1;
    this.#src = address;
    this.#time = 0;
    this.readyState = 0;
    this.duration = Number.NaN;
    this.paused = true;
    this.ended = false;
    this.error = null;
  }

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(seconds: number) {
    this.#time = seconds;
  }

  async play(): Promise<void> {
    this.paused = false;
    this.ended = false;
    this.dispatchEvent(new Event('play'));
    this.dispatchEvent(new Event('playing'));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  load(): void {}

  removeAttribute(): void {
    this.src = '';
  }

  arrive(seconds: number): void {
    this.readyState = FakeAudio.HAVE_METADATA;
    this.duration = seconds;
    this.dispatchEvent(new Event('loadedmetadata'));
    this.dispatchEvent(new Event('durationchange'));
  }

  reach(seconds: number): void {
    this.#time = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }

  end(): void {
    this.#time = this.duration;
    this.paused = true;
    this.ended = true;
    this.dispatchEvent(new Event('ended'));
  }

  fail(): void {
    this.error = { code: 2 };
    this.dispatchEvent(new Event('error'));
  }
}

export const fakeAudios: FakeAudio[] = [];
