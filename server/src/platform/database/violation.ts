const CODES = { unique: '23505', foreignKey: '23503' } as const;

export function findViolatedConstraint(kind: keyof typeof CODES, error: unknown): string | undefined {
  const isIt = error instanceof Error && 'code' in error && error.code === CODES[kind];
  return isIt && 'constraint' in error ? String(error.constraint) : undefined;
}
