import { defineDomain } from '../domain/domain.ts';
import { mergeSearchVocabulary } from './merge-search-vocabulary.job.ts';

export const search = defineDomain({
  name: 'search',
  periodicJobs: [{ job: mergeSearchVocabulary, everySeconds: 5 }],
});
