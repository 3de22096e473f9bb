import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Says at the end of a run what an engine cannot do, and was not tried for that reason. */
export default class SkippedReporter implements Reporter {
  readonly #lines: string[] = [];

  onTestEnd({ title, parent }: TestCase, { status, annotations }: TestResult): void {
    if (status !== 'skipped') return;
    const reasons = annotations.flatMap(({ type, description }) => (type === 'skip' && description) || []);
    this.#lines.push(`NOT RUN in ${parent.project()?.name}: ${title}. ${reasons.join(', ')}`);
  }

  onEnd(): void {
    for (const line of this.#lines) console.log(line);
  }
}
