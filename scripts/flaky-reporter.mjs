/** Names the tests that held only when they were run again, and why they failed: they are worth a look even though the run is green. */
export default class FlakyReporter {
  #tests = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#tests.push(test);
  }

  onTestRunEnd() {
    if (this.#tests.length === 0) return;
    console.log(`\n${this.#tests.length} flaky: held only when run again`);
    for (const test of this.#tests) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const { message, stack } of test.result().errors ?? []) console.log(`    ${stack ?? message}`);
    }
  }
}
