import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Kinds of work that have connections of their own, so that a locked table takes no more of a process than the kind that
 * needs it: signing in and readiness (`access`), the domains of `market` and `messaging`, served `files`, `jobs` and
 * commands, reads that the standby answers (`standby`), and everything else (`rest`).
 */
export const SHARES = ['access', 'market', 'messaging', 'files', 'rest', 'jobs', 'standby'] as const;
export type Share = (typeof SHARES)[number];

const current = new AsyncLocalStorage<Share>();

export const currentShare = (): Share => current.getStore() ?? 'rest';

/** Everything that `run` asks of the database, also later, is done on connections of that share. */
export const runInShare = <Result>(share: Share, run: () => Result): Result => current.run(share, run);

/** For values that several callers wait for: a standby that fails must not fail those who read from the primary. */
export const onPrimary = <Result>(run: () => Result): Result =>
  currentShare() === 'standby' ? runInShare('rest', run) : run();
