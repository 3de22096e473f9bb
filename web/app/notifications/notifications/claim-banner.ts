/** Longer than tabs differ in hearing the same. */
const CLAIM_MS = 5000;
/** The window that has the focus comes first. */
const HEAD_START_MS = 120;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Point a thing out in one of all the windows that are looked at: `show` is called in that one only. */
export function claimBanner(name: string, show: () => void): void {
  if (document.visibilityState !== 'visible') return;
  if (navigator.locks === undefined) show();
  else void claim(navigator.locks, name, show);
}

async function claim(locks: LockManager, name: string, show: () => void): Promise<void> {
  if (!document.hasFocus()) await sleep(HEAD_START_MS);
  await locks.request(`banner ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    show();
    await sleep(CLAIM_MS);
  });
}
