import type { Publication } from '@app/contract/publishing/publications';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import {
  addAhead,
  dropPublications,
  isAtEnd,
  type PagesState,
  type PostEntry,
  type PostsPart,
  putPublication,
  showAhead,
  startPages,
} from './pages-state.ts';

/** The end is filled before the reader sees it. */
const NEAR = '400px 0px';
/** Further away than this a publication is nothing but its height: a list of any length stays as light as a short one. */
const FAR = '5000px 0px';
/** Lists that the reader may go back to. */
const KEPT_MAX = 10;
/** So long whoever comes back is held at their place, while what stands above it finds its height. */
const HOLD_MS = 700;
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Heights of what is far away, by publication. */
type Far = ReadonlyMap<number, number>;

interface Kept {
  state: PagesState;
  far: Far;
  /** Where the reader was: a publication and how far below the top of the window it stood. */
  anchor: { id: number; top: number } | null;
}
const NOTHING_FAR: Far = new Map();
const kept = new Map<string, Kept>();

function keep(key: string, entry: Kept): void {
  kept.delete(key);
  kept.set(key, entry);
  for (const old of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(old);
  }
}

export interface Pages {
  entries: readonly PostEntry[];
  far: Far;
  /** The way to more is under way, and nothing is there ahead. */
  isLoading: boolean;
  hasFailed: boolean;
  isEnd: boolean;
  list: RefObject<HTMLDivElement | null>;
  /** Stands behind the last one. */
  marker: RefObject<HTMLDivElement | null>;
  more: () => void;
  put: (publication: Publication) => void;
  drop: (isDoomed: (publication: Publication) => boolean) => void;
  restart: (part: PostsPart) => void;
}

/** The article at the reading line, and where it stands. */
export function articleAt(root: HTMLElement | null, line: number): { id: number; top: number } | null {
  for (const article of root?.querySelectorAll<HTMLElement>('[data-publication]') ?? []) {
    const { top, bottom } = article.getBoundingClientRect();
    if (bottom > line) return { id: Number(article.dataset.publication), top };
  }
  return null;
}

/** Somebody writes in it, has opened something of it, or hears it. */
function isInUse(article: Element): boolean {
  return (
    article.contains(document.activeElement) ||
    article.querySelector('[aria-expanded="true"], dialog[open]') !== null ||
    [...article.querySelectorAll('video')].some(({ paused }) => !paused)
  );
}

/** What of a list is far from the window, followed as it is scrolled. */
function useFar(list: RefObject<HTMLElement | null>, entries: readonly PostEntry[], start: Far): [Far, () => void] {
  const [far, setFar] = useState(start);
  const observer = useRef<IntersectionObserver | null>(null);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const made = new IntersectionObserver(
      (seen) =>
        setFar((current) => {
          const next = new Map(current);
          for (const { target, isIntersecting, boundingClientRect } of seen) {
            const id = Number((target as HTMLElement).dataset.publication);
            if (isIntersecting) next.delete(id);
            else if (target.isConnected && !isInUse(target)) next.set(id, boundingClientRect.height);
          }
          const isSame = next.size === current.size && [...next.keys()].every((id) => current.has(id));
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

/** Pictures of what comes next are there before it is shown. */
function fetchPictures({ list }: PostsPart): void {
  for (const { content } of list) {
    const [first] = content;
    if (first?.preview) new Image().src = first.preview;
  }
}

/**
 * A list that goes on as long as somebody reads: what comes next is fetched ahead, so that its end is never seen waiting. Whoever comes
 * back finds it as it was, at the same place.
 */
export function usePages(
  first: PostsPart,
  listKey: string,
  load: (after: string) => Promise<PostsPart>,
  isWarm: boolean,
): Pages {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const key = `${location.key} ${listKey}`;
  const [state, setState] = useState<PagesState>(() => (isBack && kept.get(key)?.state) || startPages(first));
  const [isFetching, setFetching] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [far, forgetFar] = useFar(list, state.shown, (isBack && kept.get(key)?.far) || NOTHING_FAR);
  const marker = useRef<HTMLDivElement>(null);
  const turn = useRef(0);
  const latest = useRef(state);
  latest.current = state;
  const latestFar = useRef(far);
  latestFar.current = far;

  const fetchAhead = useEffectEvent(async () => {
    const { next, ahead } = latest.current;
    if (next === null || ahead.length > 0 || isFetching) return;
    const mine = turn.current;
    setFetching(true);
    setFailed(false);
    try {
      const part = await load(next);
      if (turn.current !== mine) return;
      fetchPictures(part);
      setState((current) => addAhead(current, part));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (turn.current === mine) setFailed(true);
    } finally {
      setFetching(false);
    }
  });
  const hasAhead = state.ahead.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever what was ahead is shown
  useEffect(() => void fetchAhead(), [state.next, hasAhead]);

  const [isNear, setNear] = useState(false);
  const isEnd = isAtEnd(state);
  useEffect(() => {
    const element = marker.current;
    if (element === null || isEnd || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isEnd]);
  useEffect(() => {
    if (isNear && hasAhead) setState(showAhead);
  }, [isNear, hasAhead]);

  useEffect(() => {
    const again = (): void => void fetchAhead();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  // Whoever comes back stands where they were, whatever the router remembers of a page of another height.
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isRestored.current || !isBack) return;
    isRestored.current = true;
    const anchor = kept.get(key)?.anchor ?? null;
    let frame = requestAnimationFrame(() => {
      if (anchor === null) {
        if (isWarm && kept.get(key) === undefined && window.scrollY > 0) window.scrollTo(0, 0);
        return;
      }
      hold(anchor, performance.now() + HOLD_MS);
    });
    const hold = ({ id, top }: NonNullable<Kept['anchor']>, until: number): void => {
      const article = list.current?.querySelector(`[data-publication="${id}"]`);
      if (!article) return;
      const by = article.getBoundingClientRect().top - top;
      if (Math.abs(by) >= 1) window.scrollBy(0, by);
      if (performance.now() < until) frame = requestAnimationFrame(() => hold({ id, top }, until));
    };
    // Their own hand is stronger.
    const letGo = (): void => cancelAnimationFrame(frame);
    for (const hand of HANDS) window.addEventListener(hand, letGo, { passive: true, once: true });
    return () => {
      letGo();
      for (const hand of HANDS) window.removeEventListener(hand, letGo);
    };
  }, [isBack, key, isWarm]);
  useEffect(() => {
    let anchor: Kept['anchor'] = null;
    const follow = (): void => {
      anchor = articleAt(list.current, 80) ?? anchor;
      keep(key, { state: latest.current, far: latestFar.current, anchor });
    };
    let timer: ReturnType<typeof setTimeout>;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(follow, 120);
    };
    // A press may leave the page before the place was noted.
    const root = list.current;
    window.addEventListener('scroll', later, { passive: true });
    root?.addEventListener('click', follow, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
      root?.removeEventListener('click', follow, { capture: true });
      const before = kept.get(key);
      keep(key, { state: latest.current, far: latestFar.current, anchor: before?.anchor ?? null });
    };
  }, [key]);

  const put = useCallback(
    (publication: Publication) => setState((current) => putPublication(current, publication)),
    [],
  );
  const drop = useCallback(
    (isDoomed: (publication: Publication) => boolean) => setState((current) => dropPublications(current, isDoomed)),
    [],
  );
  return {
    entries: state.shown,
    far,
    isLoading: isFetching && !hasAhead,
    hasFailed,
    isEnd,
    list,
    marker,
    more: () => void fetchAhead(),
    put,
    drop,
    restart(part) {
      turn.current += 1;
      setFailed(false);
      forgetFar();
      setState(startPages(part));
    },
  };
}
