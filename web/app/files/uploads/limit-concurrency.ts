/** Runs at most a given number of tasks at once; the others wait in order of arrival. */
export function limitConcurrency(
  atOnce: number,
): <T>(signal: AbortSignal | undefined, task: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const waiting: (() => void)[] = [];

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return async (signal, task) => {
    signal?.throwIfAborted();
    if (busy < atOnce) busy += 1;
    // A finished task passes its slot to the next one.
    else await wait(signal);
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
