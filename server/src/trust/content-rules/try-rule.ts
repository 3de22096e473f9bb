import type { ResponseOf } from '@app/contract/platform/endpoint';
import {
  RULE_TRIAL_DAYS,
  type RuleDraft,
  type RuleHit,
  type RuleSubject,
  type rulesApi,
} from '@app/contract/trust/rules';
import { sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { prepareRule } from './edit-rules.ts';
import { RULE_MATCH_SQL } from './rule-match.ts';

/** Maximum fingerprints checked by a trial: the newest. */
const FINGERPRINTS_MAX = 50_000;
const SAMPLES = 10;
const DAY_MS = 86_400_000;

interface HitRow {
  object: string;
  kind: RuleSubject;
  user_id: number;
  user_name: string;
  found: string;
  text: string;
  at: Date;
}

interface Totals {
  checked: number;
  hits: number;
  people: number;
}

export async function tryRule(
  { db, clock }: Services,
  viewer: SignedInViewer,
  draft: RuleDraft,
): Promise<ResponseOf<(typeof rulesApi)['try']>> {
  const { settings, subjects, words, queries } = await prepareRule(db, draft);
  const since = new Date(clock().getTime() - RULE_TRIAL_DAYS * DAY_MS);
  const found = sql`
    with r as materialized (
      select ${draft.kind}::text as kind, ${draft.name}::text as name, ${subjects}::text[] as subjects, ${settings}::jsonb as settings, ${words}::text[] as words,
        ${queries}::tsquery[] as queries
    ), t as materialized (
      select * from content_fingerprints where kind = any(${subjects}::text[]) and at > ${since} order by at desc limit ${FINGERPRINTS_MAX}
    ), hits as materialized (
      select t.object, t.kind, t.user_id, t.text, t.at, ${RULE_MATCH_SQL} as found from r, t join users u on u.id = t.user_id
    )`;
  await recordStaffAction(db, viewer, clock(), { action: 'moderation.rules', details: { tried: draft.name } });
  const { rows } = await sql<Totals & { samples: (Omit<HitRow, 'at'> & { at: string })[] | null }>`
    ${found} select count(*) as checked, count(found) as hits, count(distinct user_id) filter (where found is not null) as people,
      (select json_agg(one) from (
        select h.object, h.kind, h.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, h.found, h.text, h.at
        from hits h join users u on u.id = h.user_id where h.found is not null order by h.at desc limit ${SAMPLES}
      ) one) as samples
    from hits`.execute(db);
  const [{ checked, hits, people, samples } = { checked: 0, hits: 0, people: 0, samples: null }] = rows;
  return { checked, hits, people, samples: (samples ?? []).map((row) => presentHit({ ...row, at: new Date(row.at) })) };
}

const presentHit = ({ object, kind, user_id, user_name, found, text, at }: HitRow): RuleHit => ({
  object,
  subject: kind,
  user: { id: user_id, name: user_name },
  found,
  text: excerpt(text, 200),
  timestamp: at.toISOString(),
});

export async function listHits(
  db: Db,
  ruleId: number,
  { size, offset }: { size: number; offset: number },
): Promise<ResponseOf<(typeof rulesApi)['hits']>> {
  const [page, counted] = await Promise.all([
    sql<Omit<HitRow, 'kind'> & { is_held: boolean; state: string | null; outcome: string | null }>`
      select h.object, h.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, h.found, h.at, h.is_held, c.state, c.outcome,
        coalesce(nullif(concat_ws(E'\n', nullif(c.evidence ->> 'title', ''), c.evidence ->> 'text'), ''), '') as text
      from rule_hits h join users u on u.id = h.user_id left join moderation_cases c on c.id = h.case_id
      where h.rule_id = ${ruleId} order by h.at desc, h.id desc limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from rule_hits where rule_id = ${ruleId}`.execute(db),
  ]);
  return {
    hits: page.rows.map(({ is_held, state, outcome, ...row }) => ({
      ...presentHit({ ...row, kind: subjectOf(row.object) }),
      held: is_held ? 1 : 0,
      outcome: state !== 'resolved' ? 'waits' : outcome === 'nothing' ? 'dismissed' : 'confirmed',
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

const SUBJECTS: Readonly<Record<string, RuleSubject>> = {
  ad: 'ad',
  publication: 'publication',
  comment: 'comment',
  publication_comment: 'comment',
  message: 'message',
  user: 'profile',
};

const subjectOf = (object: string): RuleSubject => SUBJECTS[object.split(':')[0] ?? ''] ?? 'profile';
