import type { LayerName } from './producer.ts';

const MUCH_LOST = 0.1;
const LITTLE_LOST = 0.02;
/** Loss reports come about once a second; a single bad report may be chance. */
const BAD_REPORTS = 2;
const GOOD_REPORTS = 8;
/** After each fall the return to the high layer takes longer, else the layer would alternate on a poor connection. */
const PATIENCE_MAX = 8;

/** Chooses one of two layers by the receiver's loss reports. */
export class LayerChoice {
  layer: LayerName = 'high';
  private bad = 0;
  private good = 0;
  private patience = 1;

  /** Starts anew for another producer, but keeps what is known about the connection. */
  reset(): void {
    this.bad = 0;
    this.good = 0;
  }

  /** Handles a loss report (fraction 0 to 1 since the last report). Returns true when the chosen layer changes. */
  onLossReport(lost: number): boolean {
    if (lost > MUCH_LOST) {
      this.good = 0;
      this.bad += 1;
      if (this.layer === 'low' || this.bad < BAD_REPORTS) return false;
      this.layer = 'low';
      this.patience = Math.min(PATIENCE_MAX, this.patience * 2);
      return true;
    }
    this.bad = 0;
    if (lost > LITTLE_LOST) return false;
    this.good += 1;
    if (this.layer === 'high' || this.good < GOOD_REPORTS * this.patience) return false;
    this.good = 0;
    this.layer = 'high';
    return true;
  }
}
