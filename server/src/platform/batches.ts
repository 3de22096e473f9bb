interface BatchOptions {
  /** Questions of one batch at most. */
  max: number;
  /** Batches under way at once; what is asked meanwhile waits for the next one. */
  atOnce?: number;
  /** While many ask, a batch begins so long after the one before at the earliest. Whoever asks alone waits for nobody. */
  pauseMs?: number;
}

/** Batches after which there is no crowd any more, when nobody had company in them. */
const CROWD_BATCHES = 8;

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * One question for many: what is asked in one turn, and while others are being answered, goes together. The more is asked, the less each
 * of them costs. `ask` answers in the order of its questions; its failure is everybody's.
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
    // Whoever else asks in this turn joins.
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

/** One for each key, made when it is first asked for: batches belong to a pool, and there is one a process, and more in tests. */
export function memoizeByKey<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? create(key);
    known.set(key, value);
    return value;
  };
}
