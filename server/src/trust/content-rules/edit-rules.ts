import { HOLDABLE_SUBJECTS, RULES_MAX, type Rule, type RuleDraft, type RuleSettings } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getRule } from './content-rules.queries.ts';

export async function addRule({ db, clock }: Services, viewer: SignedInViewer, draft: RuleDraft): Promise<Rule> {
  const ready = await prepareRule(db, draft);
  // There is exactly one rule with the blocklist of words, and it is created by the migration.
  if (draft.kind === 'stop_words') throw new Failure('conflict');
  const id = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('moderation-rules', 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`select count(*) as count from moderation_rules`.execute(tx);
    if ((rows[0]?.count ?? 0) >= RULES_MAX) throw new Failure('conflict');
    const { id } = await tx
      .insertInto('moderation_rules')
      .values({ ...ready, kind: draft.kind, created_at: clock(), changed_at: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditRuleChange(tx, viewer, clock(), id, { to: draft });
    return id;
  });
  return getRule(db, id);
}

/** Changes a rule based on the revision read; fails with `conflict` when it has changed since. */
export async function editRule(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
  { revision, ...draft }: RuleDraft & { revision: number },
): Promise<Rule> {
  const before = await getRule(db, id);
  if (before.kind !== draft.kind) throw new Failure('conflict');
  const ready = await prepareRule(db, draft);
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('moderation_rules')
      .set({ ...ready, changed_at: clock(), revision: revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) throw new Failure('conflict');
    await auditRuleChange(tx, viewer, clock(), id, { from: before, to: draft });
  });
  return getRule(db, id);
}

export async function switchRule(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
  isOn: boolean,
): Promise<Rule> {
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('moderation_rules')
      .set({ is_on: isOn, changed_at: clock() })
      .where('id', '=', id)
      .where('is_on', '<>', isOn)
      .returning('id')
      .executeTakeFirst();
    if (changed !== undefined) await auditRuleChange(tx, viewer, clock(), id, { on: isOn });
  });
  return getRule(db, id);
}

export async function removeRule({ db, clock }: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  const { name, kind } = await getRule(db, id);
  if (kind === 'stop_words') throw new Failure('conflict');
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('moderation_rules').where('id', '=', id).returning('id').executeTakeFirst();
    if (gone === undefined) throw new Failure('not_found');
    await auditRuleChange(tx, viewer, clock(), id, { removed: name });
  });
  return { id };
}

const auditRuleChange = (tx: Tx, viewer: SignedInViewer, at: Date, id: number, details: Record<string, unknown>) =>
  recordStaffAction(tx, viewer, at, { action: 'moderation.rules', object: `rule:${id}`, details });

interface PreparedRule extends Omit<RuleDraft, 'kind' | 'settings'> {
  settings: string;
  words: string[];
  queries: string[];
}

/**
 * Validates a draft. Fails with invalid_input if the rule could never match, or would hold content that cannot be held
 * for review.
 */
export async function prepareRule(db: Db, { kind, settings, ...draft }: RuleDraft): Promise<PreparedRule> {
  const hosts = settings.hosts.map(hostOf).filter((host) => host !== '');
  const wrong = findInvalidField(kind, { ...settings, hosts });
  if (wrong !== undefined) throw new Failure('invalid_input', { fields: { [wrong]: 'errors.field.required' } });
  if (draft.action === 'hold' && !draft.subjects.every((subject) => HOLDABLE_SUBJECTS.includes(subject)))
    throw new Failure('invalid_input', { fields: { action: 'errors.field.invalid' } });
  const words = kind === 'words' ? settings.words : [];
  const { rows } = await sql<{ query: string; is_seen: boolean }>`
    select q.query::text as query, numnode(q.query) > 0 as is_seen
    from unnest(${words}::text[]) with ordinality w (word, n) cross join lateral (select blocklist_word_query(w.word) as query) q
    order by w.n`.execute(db);
  // Full-text search ignores stop words such as "для", so a rule with one would never match.
  if (rows.some(({ is_seen }) => !is_seen))
    throw new Failure('invalid_input', { fields: { words: 'errors.field.invalid' } });
  return {
    ...draft,
    settings: JSON.stringify({ ...settings, hosts }),
    words,
    queries: rows.map(({ query }) => query),
  };
}

function findInvalidField(
  kind: RuleDraft['kind'],
  { words, hosts, shorteners, link_days }: RuleSettings,
): string | undefined {
  if (kind === 'words' && words.length === 0) return 'words';
  if (kind === 'links' && hosts.length === 0 && shorteners === 0 && link_days === 0) return 'hosts';
  return undefined;
}

/** Extracts the host, also from a pasted address. */
function hostOf(written: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`;
  try {
    return new URL(address).hostname.toLowerCase().replace(/^\*?\.|^www\./, '');
  } catch {
    return '';
  }
}
