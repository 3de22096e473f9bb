import { DEFAULT_LANGUAGE, isLang } from '@app/contract/languages';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { BASE_DOMAINS, type Domain, loadTexts } from './platform/texts.ts';

const rendered = document.documentElement.lang;
const lang = isLang(rendered) ? rendered : DEFAULT_LANGUAGE;

const own = (document.documentElement.dataset.texts ?? '').split(' ').filter((name) => name !== '') as Domain[];
await Promise.all([...BASE_DOMAINS, ...own].map((domain) => loadTexts(lang, domain)));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
