const lastByName = new Map<string, Promise<unknown>>();

/** Serializes work under the same name within this process. */
export async function runInOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = lastByName.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => {});
  lastByName.set(name, settled);
  try {
    return await mine;
  } finally {
    if (lastByName.get(name) === settled) lastByName.delete(name);
  }
}
