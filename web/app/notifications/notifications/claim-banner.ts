/** Lifetime of a claim in milliseconds; longer than the delay between tabs receiving the same event. */
const CLAIM_MS = 5000;
/** Milliseconds by which windows without focus wait, so that the focused window claims first. */
const HEAD_START_MS = 120;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Shows a banner in only one of the visible windows: `show` is called where the claim succeeds. */
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
