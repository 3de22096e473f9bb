import { compileMessage } from '@lingui/message-utils/compileMessage';

type Token = string | [string, ...unknown[]];

/**
 * Lists differences of a translation from the Russian source other than wording: missing keys, placeholders, invalid
 * ICU.
 */
export function compareTexts(source: Record<string, string>, translation: Record<string, string>): string[] {
  const missing = Object.keys(source)
    .filter((key) => !(key in translation))
    .map((key) => `${key} is missing`);
  const extra = Object.keys(translation)
    .filter((key) => !(key in source))
    .map((key) => `${key} is not in Russian`);
  const different = Object.entries(source)
    .filter(([key, text]) => key in translation && placeholders(text) !== placeholders(translation[key] ?? ''))
    .map(([key]) => `${key} has other placeholders`);
  const empty = Object.entries(translation)
    .filter(([key, text]) => text.trim() === '' && source[key]?.trim() !== '')
    .map(([key]) => `${key} is empty`);
  return [...missing, ...extra, ...different, ...empty];
}

function placeholders(text: string): string {
  const names = new Set<string>();
  collect(compileMessage(text) as unknown as Token[] | string, names);
  return [...names].sort().join(' ');
}

function collect(tokens: unknown, names: Set<string>): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, , ...rest] = token;
    if (typeof name === 'string') names.add(name);
    for (const part of [token[1], ...rest]) {
      if (part !== null && typeof part === 'object') for (const branch of Object.values(part)) collect(branch, names);
    }
  }
}
