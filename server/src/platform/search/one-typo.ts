/** Whether two words differ by at most one inserted, missing or wrong letter, or two swapped neighbors. */
export function isWithinOneTypo(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1;
  const left = short.length - begin - end;
  if (long.length > short.length) return left === 0;
  if (left <= 1) return true;
  return left === 2 && short[begin] === long[begin + 1] && short[begin + 1] === long[begin];
}
