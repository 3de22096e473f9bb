import { type Rule, RuleSettings } from '@app/contract/trust/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

interface RuleRow extends Omit<Rule, 'on' | 'changed'> {
  is_on: boolean;
  changed_at: Date;
}

/** Selects rules with their accuracy: a hit is confirmed when staff acted upon its case. */
const selectRules = (where: RawBuilder<unknown>) => sql<RuleRow>`
  select r.id, r.name, r.kind, r.subjects, r.action, r.reason, r.settings, r.is_on, r.revision, r.changed_at, n.hits, n.confirmed,
    n.dismissed
  from moderation_rules r cross join lateral (
    select count(h.id) as hits,
      count(*) filter (where c.state = 'resolved' and c.outcome <> 'nothing') as confirmed,
      count(*) filter (where c.state = 'resolved' and c.outcome = 'nothing' and c.resolved_by is not null) as dismissed
    from rule_hits h left join moderation_cases c on c.id = h.case_id where h.rule_id = r.id
  ) n ${where} order by r.kind <> 'stop_words', r.is_on desc, r.id desc`;

export async function listRules(db: Db): Promise<{ rules: Rule[]; total: number }> {
  const { rows } = await selectRules(sql``).execute(db);
  return { rules: rows.map(presentRule), total: rows.length };
}

export async function getRule(db: Db, id: number): Promise<Rule> {
  const { rows } = await selectRules(sql`where r.id = ${id}`).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Failure('not_found');
  return presentRule(row);
}

function presentRule({ is_on, changed_at, settings, ...row }: RuleRow): Rule {
  return { ...row, settings: RuleSettings.parse(settings), on: is_on ? 1 : 0, changed: changed_at.toISOString() };
}
