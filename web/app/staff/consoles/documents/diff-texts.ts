export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond so many comparisons a part counts as replaced as a whole: a page must not stand still. */
const COMPARISONS_MAX = 4_000_000;

/** The longest common subsequence, as parts of one element each. */
function compare(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  const as = (kind: DiffPart['kind'], texts: readonly string[]): DiffPart[] => texts.map((text) => ({ kind, text }));
  return [
    ...as('same', before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...as('same', before.slice(before.length - end)),
  ];
}

function compareMiddle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const width = after.length + 1;
  const isTooLong = before.length * after.length > COMPARISONS_MAX;
  const common = new Uint32Array(isTooLong ? 0 : (before.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  if (!isTooLong)
    for (let row = before.length - 1; row >= 0; row--)
      for (let column = after.length - 1; column >= 0; column--)
        common[row * width + column] =
          before[row] === after[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));

  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [removed = '', added = ''] = [before[row], after[column]];
    const isCommon = !isTooLong && row < before.length && column < after.length && removed === added;
    if (isCommon) parts.push({ kind: 'same', text: removed });
    const takesRemoved =
      row < before.length && (column >= after.length || isTooLong || at(row + 1, column) >= at(row, column + 1));
    if (!isCommon) parts.push(takesRemoved ? { kind: 'removed', text: removed } : { kind: 'added', text: added });
    if (isCommon || takesRemoved) row += 1;
    if (isCommon || !takesRemoved) column += 1;
  }
  return parts;
}

const wordsOf = (line: string): string[] => line.split(/(\s+)/).filter((word) => word !== '');

function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

/** One line of words where at least half of them stayed, otherwise the old line and the new one. */
function comparePair(removed: string, added: string): DiffPart[][] {
  const parts = join(compare(wordsOf(removed), wordsOf(added)));
  const kept = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (kept * 2 >= Math.max(removed.length, added.length)) return [parts];
  return [[{ kind: 'removed', text: removed }], [{ kind: 'added', text: added }]];
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Lines of two texts, each as its parts: of a line that was changed the words that are new and those that went. */
export function diffTexts(before: string, after: string): DiffPart[][] {
  const lines: DiffPart[][] = [];
  const removed: string[] = [];
  const added: string[] = [];
  function flush(): void {
    const pairs = Math.min(removed.length, added.length);
    for (let index = 0; index < pairs; index++) lines.push(...comparePair(removed[index] ?? '', added[index] ?? ''));
    for (const text of removed.slice(pairs)) lines.push([{ kind: 'removed', text }]);
    for (const text of added.slice(pairs)) lines.push([{ kind: 'added', text }]);
    removed.length = 0;
    added.length = 0;
  }
  for (const part of compare(linesOf(before), linesOf(after))) {
    if (part.kind === 'same') {
      flush();
      lines.push([part]);
    } else (part.kind === 'removed' ? removed : added).push(part.text);
  }
  flush();
  return lines;
}
