import { useState } from 'react';

/** Tells while an action runs, so that its buttons take no second press. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  async function run<Result>(action: () => Promise<Result>): Promise<Result> {
    setBusy(true);
    try {
      return await action();
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}
