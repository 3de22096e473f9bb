import { defineDomain } from '../../platform/domain.ts';
import { exportHiddenWordsOf, forgetHiddenWords } from './hidden-words.public.ts';
import { registerHiddenWords } from './hidden-words.routes.ts';

export const mutedWords = defineDomain({
  name: 'muted-words',
  routes: registerHiddenWords,
  userData: { erase: forgetHiddenWords, exports: { hidden_words: exportHiddenWordsOf } },
});
