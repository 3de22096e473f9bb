/** Parses «199,50» as 19950; undefined when the text is no amount. */
export function parseKopecks(roubles: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(roubles.replace(/\s/g, '')) ?? [];
  if (whole === undefined) return undefined;
  const kopecks = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return kopecks > 0 ? kopecks : undefined;
}
