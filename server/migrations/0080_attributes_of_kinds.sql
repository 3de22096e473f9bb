-- Attributes that only some kinds of things have: a frame is asked of bicycles, a gearbox of cars.

-- Choices of other attributes of the category; empty: always asked.
alter table category_attributes add column for_choices bigint[] not null default '{}';

-- Attributes that were missing, where the category and the kinds of the first start are still there.
create temporary table missing_attributes on commit drop as
select c.id as category_id, item.*
from jsonb_to_recordset('[{"icon": "car", "name": "Тип велосипеда", "names": {"en": "Bicycle type", "es": "Tipo de bicicleta", "de": "Fahrradtyp", "fr": "Type de vélo", "it": "Tipo di bicicletta", "ko": "자전거 유형"}, "normalized": "тип велосипеда", "kind": "choice", "unit": "", "choices": [{"name": "Горный", "names": {"en": "Mountain", "es": "De montaña", "de": "Mountainbike", "fr": "VTT", "it": "Mountain bike", "ko": "산악용"}, "normalized": "горныи"}, {"name": "Городской", "names": {"en": "City", "es": "De paseo", "de": "Citybike", "fr": "De ville", "it": "Da città", "ko": "시내용"}, "normalized": "городскои"}, {"name": "Шоссейный", "names": {"en": "Road", "es": "De carretera", "de": "Rennrad", "fr": "De route", "it": "Da corsa", "ko": "로드"}, "normalized": "шоссеиныи"}, {"name": "Детский", "names": {"en": "Kids’", "es": "Infantil", "de": "Kinderfahrrad", "fr": "Enfant", "it": "Da bambino", "ko": "어린이용"}, "normalized": "детскии"}, {"name": "Складной", "names": {"en": "Folding", "es": "Plegable", "de": "Klapprad", "fr": "Pliant", "it": "Pieghevole", "ko": "접이식"}, "normalized": "складнои"}, {"name": "Электровелосипед", "names": {"en": "E-bike", "es": "Eléctrica", "de": "E-Bike", "fr": "Électrique", "it": "Elettrica", "ko": "전기"}, "normalized": "электровелосипед"}, {"name": "BMX", "names": {}, "normalized": "bmx"}], "for": ["велосипед"]},
  {"icon": "car", "name": "Размер рамы", "names": {"en": "Frame size", "es": "Talla del cuadro", "de": "Rahmengröße", "fr": "Taille du cadre", "it": "Misura del telaio", "ko": "프레임 크기"}, "normalized": "размер рамы", "kind": "choice", "unit": "", "choices": [{"name": "XS", "names": {}, "normalized": "xs"}, {"name": "S", "names": {}, "normalized": "s"}, {"name": "M", "names": {}, "normalized": "m"}, {"name": "L", "names": {}, "normalized": "l"}, {"name": "XL", "names": {}, "normalized": "xl"}], "for": ["велосипед"]},
  {"icon": "car", "name": "Диаметр колёс", "names": {"en": "Wheel size", "es": "Diámetro de rueda", "de": "Laufradgröße", "fr": "Diamètre des roues", "it": "Diametro ruote", "ko": "바퀴 크기"}, "normalized": "диаметр колес", "kind": "choice", "unit": "", "choices": [{"name": "12″", "names": {}, "normalized": "12″"}, {"name": "14″", "names": {}, "normalized": "14″"}, {"name": "16″", "names": {}, "normalized": "16″"}, {"name": "18″", "names": {}, "normalized": "18″"}, {"name": "20″", "names": {}, "normalized": "20″"}, {"name": "24″", "names": {}, "normalized": "24″"}, {"name": "26″", "names": {}, "normalized": "26″"}, {"name": "27,5″", "names": {}, "normalized": "27,5″"}, {"name": "28″", "names": {}, "normalized": "28″"}, {"name": "29″", "names": {}, "normalized": "29″"}], "for": ["велосипед"]},
  {"icon": "building", "name": "Площадь участка", "names": {"en": "Plot area", "es": "Superficie del terreno", "de": "Grundstücksfläche", "fr": "Surface du terrain", "it": "Superficie del terreno", "ko": "대지 면적"}, "normalized": "площадь участка", "kind": "number", "unit": "сот.", "choices": [], "for": ["дом или дача", "участок"]},
  {"icon": "laptop", "name": "Диагональ", "names": {"en": "Screen size", "es": "Pantalla", "de": "Bildschirmdiagonale", "fr": "Diagonale d’écran", "it": "Schermo", "ko": "화면 크기"}, "normalized": "диагональ", "kind": "number", "unit": "″", "choices": [], "for": ["телефон", "ноутбук", "планшет", "телевизор или аудио", "компьютер"]},
  {"icon": "stroller", "name": "Рост", "names": {"en": "Height", "es": "Altura", "de": "Körpergröße", "fr": "Taille en cm", "it": "Altezza", "ko": "키"}, "normalized": "рост", "kind": "number", "unit": "см", "choices": [], "for": ["одежда и обувь"]}]') as item (icon text, name text, names jsonb, normalized text, kind text, unit text, choices jsonb, "for" jsonb)
join categories c on c.icon = item.icon
where exists (select from category_attributes known join attribute_choices kind on kind.attribute_id = known.id
              where known.category_id = c.id and item."for" ? kind.normalized)
  and not exists (select from category_attributes known where known.category_id = c.id and known.normalized = item.normalized)
  and (select count(*) from category_attributes known where known.category_id = c.id) < 9;

insert into category_attributes (category_id, name, names, normalized, kind, unit, position, for_choices)
select m.category_id, m.name, m.names, m.normalized, m.kind, m.unit,
  row_number() over (partition by m.category_id) + (select max(position) from category_attributes known where known.category_id = m.category_id),
  (select array_agg(kind.id order by kind.id) from category_attributes known join attribute_choices kind on kind.attribute_id = known.id
   where known.category_id = m.category_id and m."for" ? kind.normalized)
from missing_attributes m;

insert into attribute_choices (attribute_id, name, names, normalized, position)
select a.id, choice.item ->> 'name', choice.item -> 'names', choice.item ->> 'normalized', choice.at
from missing_attributes m join category_attributes a on a.category_id = m.category_id and a.normalized = m.normalized
cross join jsonb_array_elements(m.choices) with ordinality as choice (item, at);

update category_attributes a set for_choices = limited.choices
from (
  select known.id, array_agg(kind.id order by kind.id) as choices
  from jsonb_to_recordset('[{"icon": "car", "normalized": "пробег", "for": ["автомобиль", "мотоцикл или мопед", "грузовик или спецтехника"]}, {"icon": "car", "normalized": "коробка передач", "for": ["автомобиль", "грузовик или спецтехника"]}]') as item (icon text, normalized text, "for" jsonb)
  join categories c on c.icon = item.icon
  join category_attributes known on known.category_id = c.id and known.normalized = item.normalized
  join category_attributes kinds on kinds.category_id = c.id
  join attribute_choices kind on kind.attribute_id = kinds.id and item."for" ? kind.normalized
  group by known.id
) limited
where a.id = limited.id;
