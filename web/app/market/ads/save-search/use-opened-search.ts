import { useEffect } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { searchesApi } from '#contract/market/searches';
import { call } from '../../../platform/call.ts';
import type { RootData } from '../../../platform/root-data.ts';

/** Fragment by which notifications and emails name the saved search of a list. */
const SAVED = /^#saved-(\d+)$/;

/** Marks the results of a saved search as seen when its owner opens the list, from wherever. */
export function useOpenedSearch(): void {
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const { hash } = useLocation();
  const isSignedIn = Boolean(viewer);
  useEffect(() => {
    const id = SAVED.exec(hash)?.[1];
    if (id === undefined) return;
    // Removes the fragment, so that a copied address is the list's own.
    history.replaceState(history.state, '', location.pathname + location.search);
    // After a failure the results stay new.
    if (isSignedIn) call(searchesApi.change, { params: { id: Number(id) }, body: { seen: 1 } }).catch(() => undefined);
  }, [hash, isSignedIn]);
}
