import type pg from 'pg';
import { z } from 'zod';
import { defineJob } from '../queue/job.ts';
import { applySearchChanges } from './vocabulary.ts';

export const mergeSearchVocabulary = defineJob({
  name: 'merge-search-vocabulary',
  payload: z.object({}),
  run: ({ pool }: { pool: pg.Pool }) => applySearchChanges(pool),
});
