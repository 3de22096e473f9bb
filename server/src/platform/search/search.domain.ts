import { defineDomain } from '../domain/domain.ts';
import { mergeSearchVocabulary } from './merge-search-vocabulary.job.ts';

export const search = defineDomain({
  name: 'search',
  jobs: [mergeSearchVocabulary],
  periodicJobs: [{ job: mergeSearchVocabulary, everySeconds: 5 }],
});
