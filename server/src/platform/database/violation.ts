/** SQLSTATE of PostgreSQL, class 23. */
const CODES = { unique: '23505', foreignKey: '23503' } as const;

/** The constraint that a statement failed on; undefined where it failed on anything else. */
export function findViolatedConstraint(kind: keyof typeof CODES, error: unknown): string | undefined {
  const isIt = error instanceof Error && 'code' in error && error.code === CODES[kind];
  return isIt && 'constraint' in error ? String(error.constraint) : undefined;
}
