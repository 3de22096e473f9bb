import { HOLDABLE_SUBJECTS, type RuleKind } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { openCase } from '../moderation/open-case.public.ts';
import { type Content, fingerprintContent } from './content-fingerprint.ts';
import { RULE_MATCH_SQL } from './rule-match.ts';

export interface RuleHold {
  /** The word found; '' when it must not be disclosed. */
  word: string;
  reason: string;
}

interface RuleMatch {
  id: number;
  kind: RuleKind;
  name: string;
  action: 'queue' | 'hold';
  reason: string;
  found: string;
}

const DEFAULT_REASON = 'moderation.reason.rule';

/**
 * Checks content that a user without a staff role wrote or changed by the enabled rules, in the same transaction. Hits
 * go into one case; returns why the content must be held for review. A hit that staff accepted before is ignored.
 */
export async function checkContent(services: Services, tx: Tx, content: Content): Promise<RuleHold | undefined> {
  const findings = await findMatches(services, tx, content);
  if (findings.length === 0) return undefined;
  await recordHits(services, tx, content, findings);
  const hold = findings.find(({ action }) => action === 'hold');
  if (hold === undefined) return undefined;
  if (hold.kind === 'stop_words') return { word: hold.found, reason: await findBlocklistReason(tx, hold.found) };
  return { word: hold.kind === 'words' ? hold.found : '', reason: hold.reason || DEFAULT_REASON };
}

/** One prepared statement per connection, because publishing waits for the result. */
async function findMatches({ clock, config }: Services, tx: Tx, content: Content): Promise<RuleMatch[]> {
  const { text, textKey, hosts, network } = fingerprintContent(content, new URL(config.publicUrl).host);
  const { rows } = await sql<RuleMatch>`
    -- named check-content
    with trace as (
      insert into content_fingerprints (object, kind, user_id, at, text, search, text_key, hosts, perceptual_hashes, network)
      select w.object, w.kind, w.user_id, w.at, w.text, to_tsvector('russian'::regconfig, search_normalize(w.text)), w.text_key, w.hosts,
        case when w.kind = 'ad' then array(
          select i.perceptual_hash from ad_photos p join media_images i on i.id = p.image_id
          where p.ad_id = split_part(w.object, ':', 2)::bigint and i.perceptual_hash is not null)
        else '{}' end, w.network
      from (select ${content.object}::text as object, ${content.subject}::text as kind, ${content.userId}::bigint as user_id,
        ${clock()}::timestamptz as at, ${text}::text as text, ${textKey}::bytea as text_key, ${hosts}::text[] as hosts,
        ${network}::text as network) w
      on conflict (object) do update set at = excluded.at, text = excluded.text, search = excluded.search,
        text_key = excluded.text_key, hosts = excluded.hosts, perceptual_hashes = excluded.perceptual_hashes, network = excluded.network
      returning *
    )
    select r.id, r.kind, r.name, r.action, r.reason, f.found
    from trace t join users u on u.id = t.user_id join moderation_rules r on r.is_on and t.kind = any(r.subjects)
    cross join lateral (select ${RULE_MATCH_SQL} as found) f
    where f.found is not null and not u.is_superuser and not (u.groups && array['admin', 'manager']) and not exists (
      select from rule_hits h join moderation_cases c on c.id = h.case_id
      where h.rule_id = r.id and h.object = t.object and c.state = 'resolved' and c.outcome = 'nothing'
        and c.resolved_by is not null
        and (h.found = f.found or r.kind in ('burst', 'newcomer', 'pictures')))
    order by r.action, r.id`.execute(tx);
  return rows;
}

async function recordHits(
  { clock }: Services,
  tx: Tx,
  { subject, object, userId, title, text }: Content,
  findings: readonly RuleMatch[],
): Promise<void> {
  const now = clock();
  const waiting = await sql<{ rule_id: number }>`
    select h.rule_id from rule_hits h join moderation_cases c on c.id = h.case_id
    where h.object = ${object} and c.state <> 'resolved'`.execute(tx);
  const known = new Set(waiting.rows.map(({ rule_id }) => rule_id));
  for (const { id, kind, name, found, action } of findings.filter((finding) => !known.has(finding.id))) {
    const opened = await openCase(tx, {
      kind: kind === 'stop_words' ? 'hold' : 'rule',
      object,
      aboutUserId: userId,
      reason: kind === 'stop_words' ? found : name,
      evidence: { title, text, note: found },
      now,
    });
    const is_held = action === 'hold' && HOLDABLE_SUBJECTS.includes(subject);
    await tx
      .insertInto('rule_hits')
      .values({ rule_id: id, object, user_id: userId, found, is_held, at: now, case_id: opened.id })
      .onConflict((hit) =>
        hit.columns(['rule_id', 'object']).doUpdateSet({ found, is_held, at: now, case_id: opened.id }),
      )
      .execute();
  }
}

async function findBlocklistReason(tx: Tx, word: string): Promise<string> {
  const row = await tx.selectFrom('blocklist_words').select('reason').where('word', '=', word).executeTakeFirst();
  return row?.reason ?? DEFAULT_REASON;
}
