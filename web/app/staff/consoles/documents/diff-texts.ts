import { diffArrays } from 'diff';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Texts with more changes than this count as replaced as a whole: a page must not stand still. */
const CHANGES_MAX = 2000;

function compare(before: readonly string[], after: readonly string[]): DiffPart[] {
  const as = (kind: DiffPart['kind'], texts: readonly string[]): DiffPart[] => texts.map((text) => ({ kind, text }));
  const changes = diffArrays([...before], [...after], { maxEditLength: CHANGES_MAX });
  if (changes === undefined) return [...as('removed', before), ...as('added', after)];
  return changes.flatMap(({ value, added, removed }) => as(added ? 'added' : removed ? 'removed' : 'same', value));
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
