import type { Publication } from '@app/contract/publishing/publications';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import { whenQuiet } from '../../../platform/loading/page-quiet.ts';
import {
  addAhead,
  changePublication,
  entriesOf,
  type FeedEntry,
  type FeedPart,
  findBorder,
  isAtEnd,
  keyOfArticle,
  type PagesState,
  removePublications,
  showAhead,
  startPages,
} from './pages-state.ts';

/** Margin at which the next entries are appended before the reader reaches the end. */
const NEAR = '400px 0px';
/** Beyond this margin a publication is replaced by an empty box of its height, so that long lists stay fast. */
const FAR = '5000px 0px';
const SNAPSHOTS_MAX = 10;
/** Time in milliseconds for which the restored scroll position is held while entries above it get their heights. */
const ANCHOR_MS = 700;
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

type FarHeights = ReadonlyMap<string, number>;

interface ListSnapshot {
  state: PagesState;
  far: FarHeights;
  /** Scroll anchor: an entry and its distance in pixels from the top of the window. */
  anchor: { key: string; top: number } | null;
}
const NO_FAR_HEIGHTS: FarHeights = new Map();
const snapshots = new Map<string, ListSnapshot>();

function saveSnapshot(key: string, entry: ListSnapshot): void {
  snapshots.delete(key);
  snapshots.set(key, entry);
  for (const old of snapshots.keys()) {
    if (snapshots.size <= SNAPSHOTS_MAX) break;
    snapshots.delete(old);
  }
}

export interface Pages {
  entries: readonly FeedEntry[];
  far: FarHeights;
  isLoading: boolean;
  hasFailed: boolean;
  isEnd: boolean;
  /** Key of the entry above which the reader stopped. */
  border: string | null;
  /** Publications above the list when it was loaded. */
  newer: number;
  fresh: number;
  list: RefObject<HTMLDivElement | null>;
  marker: RefObject<HTMLDivElement | null>;
  more: () => void;
  change: (publishId: number, changes: Partial<Publication>) => void;
  remove: (isRemoved: (publication: Publication) => boolean) => void;
  restart: (part: FeedPart) => void;
}

const articlesOf = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-publication], [data-ad]') ?? []),
];

export function articleAt(root: HTMLElement | null, line: number): { key: string; top: number } | null {
  for (const article of articlesOf(root)) {
    const { top, bottom } = article.getBoundingClientRect();
    if (bottom > line) return { key: keyOfArticle(article), top };
  }
  return null;
}

/** Whether the article has the focus, an open menu or dialog, or a playing video, so that it must stay rendered. */
function isInUse(article: Element): boolean {
  return (
    article.contains(document.activeElement) ||
    article.querySelector('[aria-expanded="true"], dialog[open]') !== null ||
    [...article.querySelectorAll('video')].some(({ paused }) => !paused)
  );
}

function useFar(
  list: RefObject<HTMLElement | null>,
  entries: readonly FeedEntry[],
  start: FarHeights,
): [FarHeights, () => void] {
  const [far, setFar] = useState(start);
  const observer = useRef<IntersectionObserver | null>(null);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const made = new IntersectionObserver(
      (seen) =>
        setFar((current) => {
          const next = new Map(current);
          for (const { target, isIntersecting, boundingClientRect } of seen) {
            const key = keyOfArticle(target as HTMLElement);
            if (isIntersecting) next.delete(key);
            else if (target.isConnected && !isInUse(target)) next.set(key, boundingClientRect.height);
          }
          const isSame = next.size === current.size && [...next.keys()].every((key) => current.has(key));
          return isSame ? current : next;
        }),
      { rootMargin: FAR },
    );
    observer.current = made;
    return () => made.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown in another way is another element
  useEffect(() => {
    for (const article of list.current?.children ?? []) observer.current?.observe(article);
  }, [list, entries, far]);
  return [far, useCallback(() => setFar(new Map()), [])];
}

function fetchPictures(part: FeedPart): void {
  for (const { publication, ad } of entriesOf(part)) {
    const address = publication === undefined ? ad.board_photos[0]?.src : publication.content[0]?.preview;
    if (address) new Image().src = address;
  }
}

/** Whether the end of the list is near the window. */
function useIsNear(marker: RefObject<HTMLElement | null>, isEnd: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = marker.current;
    if (element === null || isEnd || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [marker, isEnd]);
  return isNear;
}

interface PositionOptions {
  isBack: boolean;
  isWarm: boolean;
  latest: RefObject<PagesState>;
  latestFar: RefObject<FarHeights>;
}

/** Replaces the router's scroll restoration, which assumes the old page height. */
function useRestoredAnchor(list: RefObject<HTMLElement | null>, key: string, isBack: boolean, isWarm: boolean): void {
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isRestored.current || !isBack) return;
    isRestored.current = true;
    const anchor = snapshots.get(key)?.anchor ?? null;
    let frame = requestAnimationFrame(() => {
      if (anchor === null) {
        if (isWarm && snapshots.get(key) === undefined && window.scrollY > 0) window.scrollTo(0, 0);
        return;
      }
      holdAnchor(anchor, performance.now() + ANCHOR_MS);
    });
    const holdAnchor = ({ key, top }: NonNullable<ListSnapshot['anchor']>, until: number): void => {
      const article = articlesOf(list.current).find((one) => keyOfArticle(one) === key);
      if (!article) return;
      const by = article.getBoundingClientRect().top - top;
      if (Math.abs(by) >= 1) window.scrollBy(0, by);
      if (performance.now() < until) frame = requestAnimationFrame(() => holdAnchor({ key, top }, until));
    };
    // Scrolling by the user cancels the restoration.
    const cancelAnchor = (): void => cancelAnimationFrame(frame);
    for (const hand of USER_SCROLL_EVENTS) window.addEventListener(hand, cancelAnchor, { passive: true, once: true });
    return () => {
      cancelAnchor();
      for (const hand of USER_SCROLL_EVENTS) window.removeEventListener(hand, cancelAnchor);
    };
  }, [list, isBack, key, isWarm]);
}

/** Restores the scroll position on going back, and saves it with the list. */
function usePosition(list: RefObject<HTMLElement | null>, key: string, options: PositionOptions): void {
  const { isBack, isWarm, latest, latestFar } = options;
  useRestoredAnchor(list, key, isBack, isWarm);
  useEffect(() => {
    let anchor: ListSnapshot['anchor'] = null;
    const follow = (): void => {
      anchor = articleAt(list.current, 80) ?? anchor;
      saveSnapshot(key, { state: latest.current, far: latestFar.current, anchor });
    };
    let timer: ReturnType<typeof setTimeout>;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(follow, 120);
    };
    // A press may leave the page before the position was saved.
    const root = list.current;
    window.addEventListener('scroll', later, { passive: true });
    root?.addEventListener('click', follow, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
      root?.removeEventListener('click', follow, { capture: true });
      const before = snapshots.get(key);
      saveSnapshot(key, { state: latest.current, far: latestFar.current, anchor: before?.anchor ?? null });
    };
  }, [list, key, latest, latestFar]);
}

/** Endless list that prefetches its next page, and restores its entries and scroll position on going back. */
export function usePages(
  first: FeedPart,
  listKey: string,
  load: (after: string) => Promise<FeedPart>,
  isWarm: boolean,
): Pages {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const key = `${location.key} ${listKey}`;
  const [state, setState] = useState<PagesState>(() => (isBack && snapshots.get(key)?.state) || startPages(first));
  const [isFetching, setFetching] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [far, resetFar] = useFar(list, state.shown, (isBack && snapshots.get(key)?.far) || NO_FAR_HEIGHTS);
  const marker = useRef<HTMLDivElement>(null);
  const listNumber = useRef(0);
  const latest = useRef(state);
  latest.current = state;
  const latestFar = useRef(far);
  latestFar.current = far;

  const fetchAhead = useEffectEvent(async () => {
    const { next, ahead } = latest.current;
    if (next === null || ahead.length > 0 || isFetching) return;
    const mine = listNumber.current;
    setFetching(true);
    setFailed(false);
    try {
      const part = await load(next);
      if (listNumber.current !== mine) return;
      fetchPictures(part);
      setState((current) => addAhead(current, part));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (listNumber.current === mine) setFailed(true);
    } finally {
      setFetching(false);
    }
  });
  const hasAhead = state.ahead.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever what was ahead is shown
  useEffect(() => {
    let isOver = false;
    void whenQuiet().then(() => {
      if (!isOver) void fetchAhead();
    });
    return () => {
      isOver = true;
    };
  }, [state.next, hasAhead]);

  const isEnd = isAtEnd(state);
  const isNear = useIsNear(marker, isEnd);
  useEffect(() => {
    if (isNear && hasAhead) setState(showAhead);
  }, [isNear, hasAhead]);

  useEffect(() => {
    const again = (): void => void fetchAhead();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  usePosition(list, key, { isBack, isWarm, latest, latestFar });

  const change = useCallback(
    (publishId: number, changes: Partial<Publication>) =>
      setState((current) => changePublication(current, publishId, changes)),
    [],
  );
  const remove = useCallback(
    (isRemoved: (publication: Publication) => boolean) => setState((current) => removePublications(current, isRemoved)),
    [],
  );
  return {
    entries: state.shown,
    far,
    isLoading: isFetching && !hasAhead,
    hasFailed,
    isEnd,
    border: findBorder(state),
    newer: state.newer,
    fresh: state.fresh,
    list,
    marker,
    more: () => void fetchAhead(),
    change,
    remove,
    restart(part) {
      listNumber.current += 1;
      setFailed(false);
      resetFar();
      setState(({ border }) => startPages({ ...part, border }));
    },
  };
}
