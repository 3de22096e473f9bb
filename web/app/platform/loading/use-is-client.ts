import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and for the first picture in the browser, which must be the same. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
