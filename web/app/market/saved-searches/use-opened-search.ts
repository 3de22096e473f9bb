import { useEffect } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { searchesApi } from '#contract/market/searches';
import { call } from '../../platform/call.ts';
import type { RootData } from '../../root.tsx';

/** How notifications and letters name the saved search that they lead to. */
const SAVED = /^#saved-(\d+)$/;

/** What a saved search found is new until its owner looks, wherever the way to the list began. */
export function useOpenedSearch(): void {
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const { hash } = useLocation();
  const isSignedIn = Boolean(viewer);
  useEffect(() => {
    const id = SAVED.exec(hash)?.[1];
    if (id === undefined) return;
    // The address that people copy is the list's own.
    history.replaceState(history.state, '', location.pathname + location.search);
    // What was not noted stays new.
    if (isSignedIn) call(searchesApi.change, { params: { id: Number(id) }, body: { seen: 1 } }).catch(() => undefined);
  }, [hash, isSignedIn]);
}
