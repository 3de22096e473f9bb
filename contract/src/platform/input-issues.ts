import type { z } from 'zod';

export type IssueKind = 'required' | 'invalid' | 'too_short' | 'too_long';

/**
 * What is wrong with each field of an input, at most one thing a field. The server answers with it and forms show it
 * before sending, so that both say the same.
 */
export function fieldIssues(error: z.ZodError): Record<string, IssueKind> {
  const issues: Record<string, IssueKind> = {};
  for (const issue of error.issues) issues[String(issue.path[0] ?? 'body')] ??= kindOf(issue);
  return issues;
}

/**
 * The text of an issue: the field's own wording when the catalogue has one, the general one otherwise. Registration's fields
 * (`user_email`) share the words of the profile's (`email`).
 */
export function issueText(field: string, kind: IssueKind, has: (key: string) => boolean): string {
  const own = `errors.field.${field.replace(/^user_/, '')}.${kind}`;
  return has(own) ? own : `errors.field.${kind}`;
}

function kindOf(issue: z.core.$ZodIssue): IssueKind {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small') return issue.origin === 'string' && issue.minimum === 1 ? 'required' : 'too_short';
  if (issue.code === 'too_big') return 'too_long';
  if (issue.code === 'invalid_union') {
    const size = issue.errors.flat().find((branch) => branch.code === 'too_small' || branch.code === 'too_big');
    if (size !== undefined) return kindOf(size);
  }
  return 'invalid';
}
