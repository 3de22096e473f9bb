/** Data that is nested deeper contains itself. */
const DEPTH_MAX = 100;

/**
 * The data of a page as JSON. Members that are undefined are left out. Undefined where JSON would say something else than
 * the data: it has a date, a promise or another value that is neither a primitive nor a list nor a plain object.
 */
export const encodeData = (data: object): string | undefined => (isPlain(data, 0) ? JSON.stringify(data) : undefined);

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((member) => isPlain(member, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (member !== undefined && !isPlain(member, depth + 1)) return false;
  }
  return true;
}
