/** Texts of messages travel as they were typed; their marks are read where they are shown. */
export interface MarkedText {
  kind: 'text' | 'bold' | 'italic' | 'code';
  /** Without nested marks in `text` and `code`; the others contain `parts`. */
  text: string;
  parts: readonly MarkedText[];
}

export interface MarkedBlock {
  isQuote: boolean;
  parts: readonly MarkedText[];
}

type Mark = Exclude<MarkedText['kind'], 'text'>;

/**
 * An address is skipped whole, because it may contain the signs of marks. A mark neither begins nor ends with a space,
 * so that «2 ** 3» and «2202 **** 1234» stay what they are.
 */
const TOKEN =
  /https?:\/\/[^\s*`]+|`([^\s`](?:[^\n`]*[^\s`])?)`|\*\*([^\s*](?:[^\n]*?[^\s*])?)\*\*|_([^\s_](?:[^\n_]*[^\s_])?)_/g;
const KINDS: readonly Mark[] = ['code', 'bold', 'italic'];
const WORD = /[\p{L}\p{N}_*/@]/u;
const QUOTE = /^> ?(?=\S)/;

/** Splits a text into quotes, which are lines that begin with «> », and the text between them. */
export function parseMarks(content: string): MarkedBlock[] {
  const blocks: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of content.split('\n')) {
    const isQuote = QUOTE.test(line);
    const words = line.replace(QUOTE, '');
    const last = blocks.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(words);
    else blocks.push({ isQuote, lines: [words] });
  }
  return blocks.map(({ isQuote, lines }) => ({ isQuote, parts: parseLine(lines.join('\n'), KINDS) }));
}

/** The text as it is read aloud or listed: without its marks. */
export function withoutMarks(content: string): string {
  return parseMarks(content)
    .map(({ parts }) => wordsOf(parts))
    .join('\n');
}

const wordsOf = (parts: readonly MarkedText[]): string =>
  parts.map(({ text, parts: inner }) => (inner.length > 0 ? wordsOf(inner) : text)).join('');

/** `allowed` shrinks with each level, so that a mark contains no mark of its own kind. */
function parseLine(text: string, allowed: readonly Mark[]): MarkedText[] {
  const parts: MarkedText[] = [];
  let from = 0;
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { index } = found;
    const place = KINDS.findIndex((_, at) => found?.[at + 1] !== undefined);
    const kind = KINDS[place];
    if (kind === undefined) continue;
    const end = index + found[0].length;
    if (!allowed.includes(kind) || isInWord(text, index, end)) {
      token.lastIndex = index + (kind === 'bold' ? 2 : 1);
      continue;
    }
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index), parts: [] });
    const inner = found[place + 1] ?? '';
    const rest = kind === 'code' ? [] : allowed.filter((other) => other !== kind);
    parts.push({ kind, text: inner, parts: kind === 'code' ? [] : parseLine(inner, rest) });
    from = end;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from), parts: [] });
  return parts;
}

const isInWord = (text: string, start: number, end: number): boolean =>
  WORD.test(text.charAt(start - 1)) || WORD.test(text.charAt(end));
