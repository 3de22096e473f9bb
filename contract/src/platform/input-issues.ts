import type { z } from 'zod';

export type IssueKind = 'required' | 'invalid' | 'too_short' | 'too_long';

/** At most one issue per field. The server's response and forms before sending use it, so that both report the same. */
export function fieldIssues(error: z.ZodError): Record<string, IssueKind> {
  const issues: Record<string, IssueKind> = {};
  for (const issue of error.issues) issues[String(issue.path[0] ?? 'body')] ??= kindOf(issue);
  return issues;
}

/**
 * Text of an issue: the field's own text when the catalogue has one, else the general one. Registration fields
 * (`user_email`) share the texts of profile fields (`email`).
 */
export function issueText(field: string, kind: IssueKind, has: (key: string) => boolean): string {
  const own = `errors.field.${field.replace(/^user_/, '')}.${kind}`;
  return has(own) ? own : `errors.field.${kind}`;
}

function kindOf(issue: z.core.$ZodIssue): IssueKind {
  if (issue.code === 'invalid_type' && (issue.input ?? null) === null) return 'required';
  if (issue.code === 'too_small') return issue.origin === 'string' && issue.minimum === 1 ? 'required' : 'too_short';
  if (issue.code === 'too_big') return 'too_long';
  if (issue.code === 'invalid_union') {
    const size = issue.errors.flat().find((branch) => branch.code === 'too_small' || branch.code === 'too_big');
    if (size !== undefined) return kindOf(size);
  }
  return 'invalid';
}
