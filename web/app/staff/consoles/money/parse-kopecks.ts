/** «199,50» → 19950; undefined when it is no sum of money. */
export function parseKopecks(roubles: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(roubles.replace(/\s/g, '')) ?? [];
  if (whole === undefined) return undefined;
  const kopecks = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return kopecks > 0 ? kopecks : undefined;
}
