import { type RawBuilder, sql } from 'kysely';
import { SHORTENERS } from './shorteners.ts';

/**
 * SQL: staff accepted this content with this word or host; other hits in the content still count. Served by
 * moderation_cases_object.
 */
const isAccepted = (found: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from moderation_cases k where k.object = t.object and k.state = 'resolved' and k.outcome = 'nothing'
    and k.resolved_by is not null and k.evidence ->> 'note' = ${found}
    and case when r.kind = 'stop_words' then k.kind = 'hold' else k.kind = 'rule' and k.reason = r.name end)`;

/**
 * SQL for what the rule `r` finds in the fingerprint `t` of the user `u`; null without a hit. A trial evaluates the
 * past as it was: only content older than each fingerprint counts. Counting stops at the rule's threshold, so that a
 * flood costs no more.
 */
export const RULE_MATCH_SQL: RawBuilder<string | null> = sql<string | null>`case r.kind
  when 'stop_words' then (
    select w.word from blocklist_words w
    where t.search @@ w.query and not exists (
      select from ads a where t.kind = 'ad' and a.id = split_part(t.object, ':', 2)::bigint and w.word = any(a.accepted_words))
      and not ${isAccepted(sql`w.word`)}
    order by w.id limit 1)
  when 'words' then (
    select q.word from unnest(r.words, r.queries) q (word, query) where t.search @@ q.query and not ${isAccepted(sql`q.word`)} limit 1)
  when 'links' then (
    select h from unnest(t.hosts) h
    where ((r.settings ->> 'shorteners' = '1' and h in (${sql.join(SHORTENERS.map((host) => sql.lit(host)))}))
      or u.registered_at > t.at - make_interval(days => (r.settings ->> 'link_days')::int)
      or exists (
        select from jsonb_array_elements_text(r.settings -> 'hosts') named
        where h = named or right(h, length(named) + 1) = '.' || named))
      and not ${isAccepted(sql`h`)}
    limit 1)
  when 'pictures' then (
    select b.id::text from unnest(t.perceptual_hashes) p
    join blocked_images b on bit_count(p # b.perceptual_hash) <= (r.settings ->> 'distance')::int limit 1)
  when 'burst' then (
    select counted.n::text from (
      select 1 + case r.settings ->> 'by'
        when 'person' then (
          select count(*) from (select from content_fingerprints o
          where o.user_id = t.user_id and o.object <> t.object and o.kind = any(r.subjects) and o.at <= t.at
            and o.at > t.at - make_interval(mins => (r.settings ->> 'minutes')::int) limit (r.settings ->> 'count')::int) others)
        when 'address' then (
          select count(*) from (select from content_fingerprints o
          where t.network <> '' and o.network = t.network and o.object <> t.object and o.kind = any(r.subjects) and o.at <= t.at
            and o.at > t.at - make_interval(mins => (r.settings ->> 'minutes')::int) limit (r.settings ->> 'count')::int) others)
        else (
          select count(distinct o.user_id) from content_fingerprints o
          where o.text_key = t.text_key and o.user_id <> t.user_id and o.kind = any(r.subjects) and o.at <= t.at
            and o.at > t.at - make_interval(mins => (r.settings ->> 'minutes')::int))
        end as n) counted
    where counted.n >= (r.settings ->> 'count')::int)
  when 'newcomer' then (
    select floor(extract(epoch from t.at - u.registered_at) / 86400)::int::text
    where u.registered_at > t.at - make_interval(days => (r.settings ->> 'days')::int)
      and (r.settings ->> 'friendless' = '0' or not exists (select from friends f where f.user_id = u.id)))
  end`;
