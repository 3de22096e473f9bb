/** Names the tests that held only when they were run again: they are worth a look even though the run is green. */
export default class FlakyReporter {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    if (this.#names.length === 0) return;
    console.log(`\n${this.#names.length} flaky: held only when run again`);
    for (const name of this.#names) console.log(`  ${name}`);
  }
}
