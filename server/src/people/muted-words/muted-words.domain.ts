import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseMutedWords, exportMutedWordsOf } from './muted-words.public.ts';
import { registerMutedWords } from './muted-words.routes.ts';

export const mutedWords = defineDomain({
  name: 'muted-words',
  routes: registerMutedWords,
  userData: { erase: eraseMutedWords, exports: { hidden_words: exportMutedWordsOf } },
});
