import type { CheckResult } from '../load/checks.ts';

export interface PersonTruth {
  id: number;
  /** What is missing in the archive or broken; empty when it is whole. */
  archiveProblems: readonly string[];
  /** Whether the person asked to be erased, and whether the row of the person says so. */
  leaves: boolean;
  isErased: boolean;
}

export interface LeftOver {
  /** Rows of any table, and files, that hold a word or a file of somebody erased. */
  rows: readonly string[];
  files: readonly string[];
  /** Jobs that nobody tries any more. */
  failedJobs: readonly string[];
}

const EXAMPLES_MAX = 5;
const EXAMPLE_LENGTH = 300;

/** Every count must be 0. */
export function checkPersonalData(people: readonly PersonTruth[], left: LeftOver): CheckResult[] {
  const listed = (what: string, examples: readonly string[]): CheckResult => ({
    what,
    count: examples.length,
    examples: examples.slice(0, EXAMPLES_MAX).map((one) => one.slice(0, EXAMPLE_LENGTH)),
  });
  return [
    listed(
      'Archives that are not there or not whole',
      people.flatMap(({ id, archiveProblems }) =>
        archiveProblems.length > 0 ? [`person ${id}: ${archiveProblems.join('; ')}`] : [],
      ),
    ),
    listed(
      'People who asked to be erased and are there',
      people.flatMap(({ id, leaves, isErased }) => (leaves && !isErased ? [`person ${id}`] : [])),
    ),
    listed(
      'People erased who did not ask',
      people.flatMap(({ id, leaves, isErased }) => (!leaves && isErased ? [`person ${id}`] : [])),
    ),
    listed('Rows of any table that hold a word of somebody erased', left.rows),
    listed('Files that hold a word of somebody erased, or are theirs', left.files),
    listed('Jobs that failed for good', left.failedJobs),
  ];
}
