import { type ComponentProps, createElement, type ReactNode, useContext } from 'react';
import { readerZone } from '../platform/format/reader-zone.ts';
import { useLanguage } from '../platform/i18n.tsx';
import { CACHED_MARK, PartCacheContext } from '../platform/loading/part-cache.ts';
import { useBrand } from '../platform/site-brand.ts';

type Tag = 'article' | 'div' | 'footer' | 'form' | 'header' | 'nav' | 'ul';

type CachedProps<T extends Tag> = Omit<ComponentProps<T>, 'children' | 'dangerouslySetInnerHTML'> & {
  as: T;
  /** Tells apart parts of different code. */
  name: string;
  /**
   * Everything the content depends on besides the reader's language and zone and the site's name: other readers get
   * the same HTML for the same values. Null: the content is rendered each time.
   */
  by: unknown;
  children: ReactNode;
};

/**
 * An element whose content the server renders once and inserts whole from then on; the browser sees and hydrates the
 * same markup.
 *
 * Components in it are not called by the server again: give it components, not their content. They hoist nothing into
 * the head, so no images that load at once, no titles and no styles.
 */
export const Cached = import.meta.env.SSR ? CachedOnServer : Plain;

function Plain<T extends Tag>({ as, name: _, by: __, children, ...attributes }: CachedProps<T>) {
  return createElement(as, attributes, children);
}

export function CachedOnServer<T extends Tag>({ as, name, by, children, ...attributes }: CachedProps<T>) {
  const cache = useContext(PartCacheContext);
  const lang = useLanguage();
  const brand = useBrand();
  if (cache === null || by === null) return createElement(as, attributes, children);
  const { timeZone, label } = readerZone();
  const key = JSON.stringify([name, lang, timeZone, label, brand?.name, brand?.logo, by]);
  const html = cache.find(key);
  return html === undefined
    ? createElement(as, { ...attributes, [CACHED_MARK]: cache.mark(key) }, children)
    : createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
