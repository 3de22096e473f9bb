import { findLoggedWords } from '../../server/test/find-logged-words.ts';
import type { CheckResult } from './checks.ts';

const EXAMPLES_MAX = 5;

/** What the product logged while people used it and parts of it broke. */
export function checkLog(said: string, secrets: readonly string[]): CheckResult {
  const entries = findLoggedWords(said, secrets);
  return {
    what: 'Log entries that hold a secret, an address or words of people',
    count: entries.length,
    examples: entries.slice(0, EXAMPLES_MAX),
  };
}
