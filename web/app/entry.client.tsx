import './platform/schemas-without-eval.ts';
import { DEFAULT_LANGUAGE, isLang } from '@app/contract/platform/languages';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readerZoneOf, setReaderZone } from './platform/format/reader-zone.ts';
import { delayAnchorMoves } from './platform/loading/anchor-moves.ts';
import { consumeLinkState } from './platform/loading/link-state.ts';
import { watchForQuiet } from './platform/loading/page-quiet.ts';
import { watchStoppedPresses } from './platform/loading/pre-hydration.ts';
import { type Domain, loadRenderedTexts } from './platform/texts.ts';

const rendered = document.documentElement.lang;
const lang = isLang(rendered) ? rendered : DEFAULT_LANGUAGE;

setReaderZone(readerZoneOf(document.documentElement.dataset.zone ?? null, lang));

const own = (document.documentElement.dataset.texts ?? '').split(' ').filter((name) => name !== '') as Domain[];
watchForQuiet();
await loadRenderedTexts(lang, own);

// React Router 8.4 does not handle the rejection of a response stream that is interrupted by navigation, which would be
// logged as an uncaught error.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

consumeLinkState();
delayAnchorMoves();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
  watchStoppedPresses(document);
});
