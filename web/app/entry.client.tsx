import { DEFAULT_LANGUAGE, isLang } from '@app/contract/languages';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { BASE_DOMAINS, loadTexts } from './platform/texts.ts';

const rendered = document.documentElement.lang;
const lang = isLang(rendered) ? rendered : DEFAULT_LANGUAGE;

await Promise.all(BASE_DOMAINS.map((domain) => loadTexts(lang, domain)));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
