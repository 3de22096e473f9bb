import { isLang } from '@app/contract/platform/languages';
import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { MiniBar } from './mini-bar.tsx';
import { playerState, subscribePlayer } from './player.ts';

let mounted: { root: Root; place: HTMLElement } | null = null;
let leave: (() => void) | null = null;

/** The language of the page, also after it was switched: the bar stands beside the site, not in it. */
function render(root: Root): void {
  const { lang } = document.documentElement;
  root.render(
    <LanguageProvider key={lang} initial={isLang(lang) ? lang : 'ru'}>
      <Suspense>
        <MiniBar />
      </Suspense>
    </LanguageProvider>,
  );
}

/** Show what is playing over every page. It lives in a React root of its own, so that pages without voice notes load nothing of it. */
export function mountMiniBar(): void {
  if (mounted) return;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const switched = new MutationObserver(() => render(root));
  switched.observe(document.documentElement, { attributeFilter: ['lang'] });
  mounted = { root, place };
  render(root);
  leave = subscribePlayer(() => {
    if (playerState().track !== null) return;
    leave?.();
    leave = null;
    switched.disconnect();
    mounted = null;
    // Not within the update that ended it.
    queueMicrotask(() => {
      root.unmount();
      place.remove();
    });
  });
}
