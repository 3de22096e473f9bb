/** Where two texts part, with what stands around. */
export function showChange(before: string, now: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 80), at + 80);
  return `${around(before)}\n${around(now)}`;
}
