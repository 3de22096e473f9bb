-- Kinds of transport that were missing, where the attribute of the first start is still there.
insert into attribute_choices (attribute_id, name, normalized, names, position)
select a.id, kind.name, kind.normalized, kind.names, kind.at + (select max(position) from attribute_choices where attribute_id = a.id)
from category_attributes a join categories c on c.id = a.category_id and c.icon = 'car'
cross join (values
  ('Велосипед', 'велосипед', '{"en": "Bicycle", "es": "Bicicleta", "de": "Fahrrad", "fr": "Vélo", "it": "Bicicletta", "ko": "자전거"}'::jsonb, 1),
  ('Самокат или электротранспорт', 'самокат или электротранспорт', '{"en": "Scooter or e-vehicle", "es": "Patinete o vehículo eléctrico", "de": "Roller oder E-Fahrzeug", "fr": "Trottinette ou engin électrique", "it": "Monopattino o mezzo elettrico", "ko": "킥보드·전동 이동 수단"}'::jsonb, 2),
  ('Прицеп', 'прицеп', '{"en": "Trailer", "es": "Remolque", "de": "Anhänger", "fr": "Remorque", "it": "Rimorchio", "ko": "트레일러"}'::jsonb, 3),
  ('Аксессуары', 'аксессуары', '{"en": "Accessories", "es": "Accesorios", "de": "Zubehör", "fr": "Accessoires", "it": "Accessori", "ko": "액세서리"}'::jsonb, 4)
) as kind (name, normalized, names, at)
where a.normalized = 'вид' and a.kind = 'choice'
  and not exists (select from attribute_choices known where known.attribute_id = a.id and known.normalized = kind.normalized);

-- Suggestions are words of titles, what titles begin with, and short titles as a whole: pairs out of the middle of a title, and
-- beginnings cut at a preposition, are scraps.
create or replace function search_phrases_of(title_words text[]) returns setof text
  language sql immutable parallel safe strict as $$
  with words as materialized (
    select word, at, word ~ '^[[:alpha:]]{3,}$' as is_plain,
           word ~ '[0-9]{5}' or to_tsvector('russian'::regconfig, word) = '' as is_scrap
    from unnest(title_words) with ordinality as w (word, at)
    where at <= 8 and length(word) <= 30
  ), beginnings as materialized (
    select string_agg(word, ' ' order by at) as phrase
    from (select 2 as size union all select 3) sizes join words on at <= size
    group by size having count(*) = size and not bool_or(is_scrap)
  )
  select word from words where is_plain and not is_scrap
  union
  select phrase from beginnings where phrase ~ '[[:alpha:]]'
  union
  select string_agg(word, ' ' order by at) from words
  where cardinality(title_words) between 2 and 4
  having count(*) = cardinality(title_words) and bool_or(is_plain) and not bool_or(word ~ '[0-9]{5}')
$$;

-- Only ads are suggested: phrases of publications and music are no longer kept.
do $$
declare
  definition text := pg_get_functiondef('search_apply_changes'::regproc);
  source constant text := 'from moved cross join lateral search_phrases_of';
begin
  if position(source in definition) = 0 then raise exception 'search_apply_changes has another body'; end if;
  execute replace(definition, source,
    'from (select * from moved where space = ''ads'') moved cross join lateral search_phrases_of');
end $$;
delete from search_phrases where space <> 'ads';
select ads_rebuild_vocabulary();
