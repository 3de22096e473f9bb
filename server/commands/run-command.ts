import { explainStartFailure } from '../src/platform/start-failure.ts';

/** Runs a command. A failure becomes one line, `failure: reason`, and code 1. */
export async function runCommand(failure: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const reason = explainStartFailure(error, process.env) ?? (error instanceof Error ? error.message : error);
    console.error(`${failure}: ${reason}`);
    process.exitCode = 1;
  }
}
