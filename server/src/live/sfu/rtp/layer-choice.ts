import type { LayerName } from './producer.ts';

const MUCH_LOST = 0.1;
const LITTLE_LOST = 0.02;
/** Reports come about once a second: one bad one may be chance. */
const BAD_REPORTS = 2;
const GOOD_REPORTS = 8;
/** After a fall the way back is longer each time, or the picture would go up and down for as long as the line is poor. */
const PATIENCE_MAX = 8;

/** Which of two layers a line can carry, by what the receiver reports of it. */
export class LayerChoice {
  layer: LayerName = 'high';
  private bad = 0;
  private good = 0;
  private patience = 1;

  /** Somebody else is shown: how the line is stays known. */
  reset(): void {
    this.bad = 0;
    this.good = 0;
  }

  /** A part from 0 to 1 was lost since the last report. True when another layer is chosen. */
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
