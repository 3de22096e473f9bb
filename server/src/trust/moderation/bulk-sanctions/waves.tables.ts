import type { WAVE_STATES, WaveShare } from '@app/contract/trust/rules';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface WavesTable {
  id: MadeByDatabase<number>;
  staff_id: number;
  shared: WaveShare;
  value: string;
  reason: string;
  state: ColumnType<WaveState, WaveState | undefined, WaveState>;
  total: number;
  created_at: Date;
  finished_at: OptionalTime;
}
export type WaveState = (typeof WAVE_STATES)[number];

interface WaveAccountsTable {
  wave_id: number;
  user_id: number;
  state: ColumnType<WaveAccountState, WaveAccountState | undefined, WaveAccountState>;
  measure_id: number | null;
  /** `comment:5`. */
  hidden: Generated<string[]>;
}
export type WaveAccountState = 'waiting' | 'done' | 'skipped' | 'undone';

export interface WavesTables {
  waves: WavesTable;
  wave_accounts: WaveAccountsTable;
}
