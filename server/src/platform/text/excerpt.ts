const EXCERPT_MAX = 120;

export function excerpt(text: string, max = EXCERPT_MAX): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const signs = [...line];
  if (signs.length <= max) return line;
  const start = signs.slice(0, max).join('');
  const word = start.lastIndexOf(' ');
  return `${start.slice(0, word > max / 2 ? word : undefined).replace(/[\s.,;:–-]+$/u, '')}…`;
}
