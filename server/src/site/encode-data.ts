/** Data that is nested deeper contains itself. */
const DEPTH_MAX = 100;

/**
 * The data of a page as JSON. Members that are undefined are left out. Undefined where JSON would say something else than
 * the data: it has a date, a promise or another value that is neither a primitive nor a list nor a plain object.
 */
export const encodeData = (data: object): string | undefined => (isPlain(data, 0) ? JSON.stringify(data) : undefined);

/** Loops by hand: it sees each value of each page, and methods of lists allocate as much as the text itself. */
function isPlain(value: object, depth: number): boolean {
  if (depth === DEPTH_MAX) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isPlainMember(value[i], depth)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (member !== undefined && !isPlainMember(member, depth)) return false;
  }
  return true;
}

function isPlainMember(member: unknown, depth: number): boolean {
  if (typeof member === 'object') return member === null || isPlain(member, depth + 1);
  if (typeof member === 'number') return Number.isFinite(member);
  return typeof member === 'string' || typeof member === 'boolean';
}
