import { Failure } from '../../platform/failure.ts';

interface FailureCollector {
  /** Returns undefined where the check fails. */
  check<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined>;
  hasAny(): boolean;
  /** Throws the first failure, with the fields of all. */
  throwAny(): void;
}

/** Runs all checks of a form, so that one response names every wrong field. */
export function collectFailures(): FailureCollector {
  const failures: Failure[] = [];
  return {
    async check(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failures.push(error);
        return undefined;
      }
    },
    hasAny: () => failures.length > 0,
    throwAny() {
      const [first] = failures;
      if (first === undefined) return;
      // Earlier failures win where two name the same field.
      const fields = Object.assign({}, ...failures.map(({ options }) => options.fields).reverse());
      throw new Failure(first.code, { ...first.options, fields });
    },
  };
}
