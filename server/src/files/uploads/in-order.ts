const last = new Map<string, Promise<unknown>>();

/** What is done with one thing is done one after another, in this process. */
export async function inOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => {});
  last.set(name, settled);
  try {
    return await mine;
  } finally {
    if (last.get(name) === settled) last.delete(name);
  }
}
