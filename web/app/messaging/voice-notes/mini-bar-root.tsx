import { isLang } from '@app/contract/platform/languages';
import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { MiniBar } from './mini-bar.tsx';
import { playerState, subscribePlayer } from './player.ts';

let mounted: { root: Root; place: HTMLElement } | null = null;
let leave: (() => void) | null = null;

/** The bar has its own React root, so it has to follow language changes itself. */
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

/**
 * Mounts the bar that shows the playing voice note on every page. The separate React root keeps the code out of pages
 * without voice notes.
 */
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
    // Unmounting is not allowed during the update that ended playback.
    queueMicrotask(() => {
      root.unmount();
      place.remove();
    });
  });
}
