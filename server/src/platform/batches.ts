interface BatchOptions {
  max: number;
  /** Number of concurrent batches; later questions wait for the next batch. */
  atOnce?: number;
  /** Minimum interval between batches while there are many callers, in milliseconds. A single caller never waits. */
  pauseMs?: number;
}

/** Number of consecutive single-question batches after which the load counts as low again. */
const CROWD_BATCHES = 8;

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Combines questions into batches: those asked in one event loop turn, or while earlier batches run, go together. `ask`
 * must answer in the order of its questions; when `ask` fails, all questions of the batch fail.
 */
export function createBatcher<Question, Answer>(
  query: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { max, atOnce = 1, pauseMs = 0 }: BatchOptions,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let running = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let crowd = 0;
  let isPlanned = false;

  function plan(): void {
    if (isPlanned || waiting.length === 0 || running >= atOnce) return;
    isPlanned = true;
    const pause = crowd === 0 ? 0 : startedAt + pauseMs - performance.now();
    if (pause > 0 && waiting.length < max) setTimeout(startBatch, pause);
    else setImmediate(startBatch);
  }

  function startBatch(): void {
    isPlanned = false;
    const batch = waiting.slice(0, max);
    waiting = waiting.slice(max);
    running += 1;
    startedAt = performance.now();
    void runBatch(batch);
    plan();
  }

  async function runBatch(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const results = await query(batch.map(({ question }) => question));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    crowd = batch.length + waiting.length > 1 ? CROWD_BATCHES : Math.max(0, crowd - 1);
    plan();
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      plan();
    });
}

export function memoizeByKey<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? create(key);
    known.set(key, value);
    return value;
  };
}
