import type { Proof } from './prove-part.ts';

const HEAD = ['| part | result | figures | seconds | date, commit |', '|---|---|---|---|---|'];
const NEVER = 'no run so far';

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const isRow = (line: string): boolean => line.startsWith('| `');

export const isGreen = ({ outcome }: Proof): boolean => outcome === 'passed';

/** A bar would begin another cell. */
const inCell = (text: string): string => text.replaceAll('|', '/').replaceAll('\n', ' ');

function formatProof({ name, outcome, figures, seconds }: Proof, run: string): string {
  const result = outcome === 'passed' ? outcome : `**${outcome}**`;
  return `| \`${name}\` | ${result} | ${figures.map(inCell).join('; ')} | ${Math.round(seconds)} | ${run} |`;
}

/** One row for each part: those of this run, and the last ones of the others, each with its own day and commit. */
export function formatTable(names: readonly string[], proofs: readonly Proof[], run: string, before = ''): string {
  const known = new Map(
    before
      .split('\n')
      .filter(isRow)
      .map((line) => [cells(line)[0], line]),
  );
  for (const proof of proofs) known.set(`\`${proof.name}\``, formatProof(proof, run));
  return [...HEAD, ...names.map((name) => known.get(`\`${name}\``) ?? `| \`${name}\` | ${NEVER} | | | |`)].join('\n');
}
