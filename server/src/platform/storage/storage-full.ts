import { Failure } from '../failure.ts';

export const storageFull = (max: number): Failure =>
  new Failure('storage_full', { values: { max: Math.round((max / 2 ** 30) * 100) / 100 } });
