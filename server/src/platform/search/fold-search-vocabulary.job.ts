import type pg from 'pg';
import { z } from 'zod';
import { defineJob } from '../queue/job.ts';
import { foldSearchChanges } from './vocabulary.ts';

/** Keeps the vocabulary of searches and suggestions a few seconds behind what is published. */
export const foldSearchVocabulary = defineJob({
  name: 'fold-search-vocabulary',
  payload: z.object({}),
  run: ({ pool }: { pool: pg.Pool }) => foldSearchChanges(pool),
});
