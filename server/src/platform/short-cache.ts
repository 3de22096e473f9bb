/** Remembers answers for a few seconds. Concurrent requests for the same key share one lookup; failures are not kept. */
export class ShortCache<T> {
  private readonly ms: number;
  private readonly max: number;
  private readonly known = new Map<string, { until: number; answer: Promise<T> }>();

  constructor({ ms, max }: { ms: number; max: number }) {
    this.ms = ms;
    this.max = max;
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.known.get(key);
    if (known !== undefined && known.until > now) return known.answer;
    if (this.known.size >= this.max) this.known.clear();
    const answer = find();
    answer.catch(() => this.known.delete(key));
    this.known.set(key, { until: now + this.ms, answer });
    return answer;
  }
}
