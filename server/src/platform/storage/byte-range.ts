import type { ByteRange } from './storage.ts';

/**
 * Parses one range of a `Range` header. Undefined means the whole file: no range, several ranges or an invalid header,
 * all of which RFC 9110 lets a server ignore; `unsatisfiable` starts beyond the end.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    if (Number(last) === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
