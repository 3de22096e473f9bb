import type { fieldIssues } from '@app/contract/platform/input-issues';

interface Schema {
  safeParse: (values: unknown) => { success: true } | { success: false; error: Parameters<typeof fieldIssues>[0] };
}

/**
 * Finds wrong fields by the contract's schema, so that the server finds the same. Returns text keys. The schemas are
 * loaded with the first check.
 */
export async function findSchemaErrors(
  load: Promise<Schema>,
  values: object,
  t: (key: never) => string,
): Promise<Record<string, string>> {
  const [schema, { fieldIssues, issueText }] = await Promise.all([load, import('@app/contract/platform/input-issues')]);
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const typed = new Map<string, unknown>(Object.entries(values));
  const hasText = (key: string): boolean => t(key as never) !== key;
  return Object.fromEntries(
    Object.entries(fieldIssues(parsed.error)).map(([field, kind]) => {
      const isEmpty = String(typed.get(field) ?? '').trim() === '';
      return [field, issueText(field, isEmpty ? 'required' : kind, hasText)];
    }),
  );
}
