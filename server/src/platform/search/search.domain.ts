import { defineDomain } from '../domain.ts';
import { foldSearchVocabulary } from './fold-search-vocabulary.job.ts';

export const search = defineDomain({
  name: 'search',
  jobs: [foldSearchVocabulary],
  periodicJobs: [{ job: foldSearchVocabulary, everySeconds: 5 }],
});
