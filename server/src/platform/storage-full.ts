import { Failure } from './failure.ts';

/** The user's files have reached their storage limit. */
export const storageFull = (max: number): Failure =>
  new Failure('storage_full', { values: { max: Math.round((max / 2 ** 30) * 100) / 100 } });
