import { DEFAULT_LANGUAGE, isLang } from '@app/contract/platform/languages';
import { type ComponentType, memo, type ReactNode, Suspense, useState } from 'react';
import { loadOnce } from '../../platform/loading/load-once.ts';
import { whenQuiet } from '../../platform/loading/page-quiet.ts';
import { type Domain, textsReady } from '../../platform/texts.ts';
import { lazyPart, quietPart } from '../lazy-part.ts';

interface QuietBody<Props> {
  Body: ComponentType<Props>;
  /** For navigations, which wait for the body as they wait for what the page shows. */
  withBody: <Data>(loading: Data | Promise<Data>) => Promise<Data>;
}

interface Options<Props> {
  load: () => Promise<ComponentType<Props>>;
  /** Texts that are loaded with the body, and not before the page is alive. */
  texts?: readonly Domain[];
  fallback?: ReactNode;
  /** Whether the server has rendered what the reader came for; otherwise the body is loaded at once. */
  isRendered?: (props: Props) => boolean;
}

function loadTextsOfPage(texts: readonly Domain[]): Promise<unknown> {
  if (typeof document === 'undefined') return Promise.resolve();
  const { lang } = document.documentElement;
  return textsReady(isLang(lang) ? lang : DEFAULT_LANGUAGE, texts);
}

/**
 * What the server renders of a page below its frame, alive when the page is quiet. Its elements with buttons and fields have
 * `data-early-part="page"`. It is memoized with its boundary: one that was rendered again before would lose what was rendered.
 */
export function quietBody<Props extends object>(options: Options<Props>): QuietBody<Props> {
  const { texts = [], fallback, isRendered = () => true } = options;
  let loaded: ComponentType<Props> | undefined;
  const loadBody = loadOnce(async () => {
    const [body] = await Promise.all([options.load(), loadTextsOfPage(texts)]);
    loaded = body;
    return body;
  });
  const Quiet = quietPart(loadBody);
  const AtOnce = lazyPart(loadBody);
  if (typeof window !== 'undefined')
    void whenQuiet()
      .then(loadBody)
      .catch(() => undefined);
  function Body(props: Props) {
    const [Part] = useState<ComponentType<Props>>(
      () => loaded ?? (typeof document === 'undefined' || isRendered(props) ? Quiet : AtOnce),
    );
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return {
    Body: memo(Body),
    async withBody(loading) {
      // Without a connection the body waits for it by itself.
      const [loaded] = await Promise.all([loading, loadBody().catch(() => undefined)]);
      return loaded;
    },
  };
}
