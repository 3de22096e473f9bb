import { CAPTIONS_PER_SECOND_MAX } from '@app/contract/messaging/calls';

const SECOND_MS = 1000;

/** Counts the captions of one page in seconds of its own: the first caption after a second begins the next. */
export class CaptionRate {
  #began = Number.NEGATIVE_INFINITY;
  #counted = 0;

  /** Returns whether the caption of this moment, in milliseconds, may still pass. */
  count(now: number): boolean {
    if (now - this.#began >= SECOND_MS) {
      this.#began = now;
      this.#counted = 0;
    }
    this.#counted += 1;
    return this.#counted <= CAPTIONS_PER_SECOND_MAX;
  }
}
