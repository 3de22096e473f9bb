import type pg from 'pg';
import { dice, skewed } from './dice.ts';
import { removeIndexes } from './remove-indexes.ts';

/**
 * Generates ads by the million, deterministically: everything follows from the row's number.
 *
 * Word frequencies are distributed as in a language: "продам" is in most ads, the rarest nouns in one of some hundred,
 * brands in one of some thousand to ten thousand. Items and their categories are as unevenly distributed as cities.
 */

const ITEMS = words(`
  диван велосипед стол квартира коляска кресло шкаф телефон куртка ноутбук холодильник платье машина кровать комод
  телевизор самокат зеркало кроссовки стиральная монитор лампа ковёр сапоги гараж котёнок щенок гитара палатка лыжи
  коньки пылесос микроволновка чайник мультиварка духовка люстра штора матрас подушка одеяло табурет полка тумба
  прихожая вешалка стеллаж мангал гриль бензопила газонокосилка триммер мотоблок дрель шуруповёрт перфоратор болгарка
  лестница тачка теплица рассада саженцы сервант сундук часы кольцо серьги браслет сумка рюкзак чемодан шапка шарф
  перчатки пальто шуба свитер джинсы рубашка костюм галстук туфли босоножки валенки кроватка манеж автокресло конструктор
  кукла мяч ролики скейтборд тренажёр гантели штанга бассейн удочка спиннинг лодка мотор катер прицеп мотоцикл скутер
  шины диски аккумулятор магнитола видеорегистратор принтер сканер клавиатура мышь наушники колонка микрофон фотоаппарат
  объектив штатив планшет приставка джойстик книга учебник картина икона монета марка пианино скрипка баян барабан
  аквариум клетка попугай хомяк корм мёд картофель яблоки варенье дом дача участок комната офис склад вакансия репетитор
  ремонт перевозка уборка няня маникюр фотограф`);

const QUALITIES = words(`
  новый большой хороший старый белый чёрный детский удобный красивый зимний угловой деревянный складной тёплый лёгкий
  мягкий серый синий красный зелёный кожаный импортный отечественный надёжный мощный тихий компактный просторный уютный
  яркий редкий винтажный итальянский немецкий японский горный электрический беспроводной кухонный садовый`);

const PHRASES = [
  'продам в хорошем состоянии',
  'отдам недорого, торг уместен',
  'самовывоз из центра города',
  'доставка по договорённости',
  'почти не пользовались',
  'покупали два года назад',
  'все документы и чеки сохранились',
  'звоните после шести вечера',
  'есть небольшие потёртости на углах',
  'размеры и подробности на фотографиях',
  'причина продажи переезд в другой город',
  'возможен обмен на что-нибудь полезное для дачи',
  'хранили в сухом и тёплом помещении',
  'в подарок отдам чехол и запасные детали',
  'без вложений, сел и поехал',
  'ребёнок вырос, вещь в идеальном порядке',
  'рядом с метро, пять минут пешком',
  'работает отлично, проверка при встрече',
  'цена окончательная, просьба не беспокоить по пустякам',
  'подойдёт для загородного дома или мастерской',
  'сделано на совесть, служит уже десять лет',
  'нужен ремонт замка, остальное исправно',
  'пишите сообщения, отвечаю быстро',
  'отправлю почтой или транспортной компанией',
  'брали в фирменном магазине по акции',
  'гарантия ещё на полгода',
  'чистый, без запаха, животных в доме нет',
  'собирается за пятнадцать минут без инструментов',
  'подробности расскажу по телефону',
  'смотреть можно в любой день кроме воскресенья',
];

const BRANDS = words(`
  Samsung Bosch Икеа Apple Sony Xiaomi Филипс Canon Nikon Стелс Makita Husqvarna Yamaha Меркурий Lego Зингер Зенит
  Электроника Радуга Ракета Полёт Самоделкин Пржевальский Гжель Хохлома Палех Дымка Каслинский Кузнецовский Гарднеръ`);

const SYLLABLES = words(`
  ба ве го ду жа зи ко лу ме ни па ро са ту фи ха це чо ша эл бор вел гор дан зан кор лин мар нор пол рин сон тар фор
  ханд цел чер шам бри вра гло дре зна кле кри мра пле пре сти стра тро фле хро шта юни яро оме ара иси`);

const DISTRICTS = words('Центр Заречье Северный Южный Лесной Садовый Речной Вокзал Парковая Полевая');

const OWNERS = 5000;
const IMAGES = 64;
const ANSWERS = 500;

const OWNER = `($8::bigint[])[${skewed('cardinality($8::bigint[])', 'd')}]`;

/**
 * Inserts `count` ads with photos, users, images and counters. Needs the right to disable triggers. `owner`: SQL of the
 * owner of ad `n`, who exists already; by default one of the users inserted here.
 */
export async function insertGeneratedAds(pool: pg.Pool, count: number, { owner = OWNER } = {}): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`
      set local session_replication_role = replica;
      set local synchronous_commit = off`);
    const owners = owner === OWNER ? [await insertOwners(client)] : [];
    const images = await insertImages(client);
    const indexes = await removeIndexes(client, ['ads', 'ad_photos']);
    const values = [count, ITEMS, QUALITIES, PHRASES, BRANDS, SYLLABLES, DISTRICTS, ...owners];
    await client.query(insertAds(owner), values);
    await client.query(INSERT_PHOTOS, [images]);
    const [constraints, plain] = partition(indexes, (definition) => definition.startsWith('alter'));
    for (const definition of constraints) await client.query(definition);
    await client.query('commit');
    // Their locks go together, and each takes a processor.
    await Promise.all([
      makeIndexes(client, plain),
      pool.query('select ads_rebuild_counts(), ads_rebuild_vocabulary()'),
    ]);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

function partition<One>(list: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))];
}

async function makeIndexes(client: pg.ClientBase, definitions: readonly string[]): Promise<void> {
  await client.query(`set maintenance_work_mem = '256MB'`);
  for (const definition of definitions) await client.query(definition);
  await client.query('reset maintenance_work_mem');
}

const even = (size: string, die: string): string => `(1 + floor(${size} * ${die}))::int`;

const insertAds = (owner: string): string => `
  with answers as materialized (
    -- What ads of a category say: some of the many ways to fill in its attributes.
    select a.category_id, k,
           jsonb_object_agg(a.id, case a.kind
             when 'number' then to_jsonb(round((power(10, 1 + 3 * ${dice('a.id * 1000 + k', 21)}))::numeric))
             else to_jsonb(c.ids[${skewed('cardinality(c.ids)', dice('a.id * 1000 + k', 22))}]) end)
             filter (where ${dice('a.id * 1000 + k', 23)} < 0.8) as attributes
    from category_attributes a
      left join lateral (
        select array_agg(id order by position) as ids from attribute_choices where attribute_id = a.id
      ) c on a.kind = 'choice', generate_series(0, ${ANSWERS - 1}) k
    where a.kind = 'number' or c.ids is not null
    group by 1, 2
  ), choices as (
    select (select array_agg(id order by position) from categories) as categories,
           (select array_agg(id order by country_id, population desc, id) from cities) as cities,
           (select array_agg(country_id order by country_id, population desc, id) from cities) as countries
  ), numbered as materialized (
    select n,
           ${skewed('cardinality($2::text[])', dice('n', 1))} as thing,
           ${skewed('cardinality($3::text[])', dice('n', 2))} as quality,
           ${skewed('cardinality(categories)', dice('n', 3))} as category,
           ${skewed('cardinality(cities)', dice('n', 4))} as city,
           ${dice('n', 5)} as a, ${dice('n', 6)} as b, ${dice('n', 7)} as c, ${dice('n', 8)} as d, ${dice('n', 9)} as luck,
           ${dice('n', 10)} as e
    from choices, generate_series(1, $1::int) n
  ), placed as materialized (
    select numbered.*, case when c < 0.97 then categories[1 + (category * 5 + thing) % cardinality(categories)] end as category_id
    from numbered, choices
  )
  insert into ads (owner_id, title, description, price_roubles, category_id, country_id, city_id, enabled, archived_at,
                   blocked_at, has_photo, district, attributes, created_at, changed_at)
  select ${owner},
         upper(left(($2::text[])[thing], 1)) || substr(($2::text[])[thing], 2) || ' ' || ($3::text[])[quality]
           || case when b < 0.3 then ', ' || ($3::text[])[${even('cardinality($3::text[])', 'c')}] else '' end
           || case when e < 0.3 then ' ' || initcap(($6::text[])[${even('cardinality($6::text[])', 'a')}]
             || ($6::text[])[${even('cardinality($6::text[])', 'luck')}] || ($6::text[])[${even('cardinality($6::text[])', 'd')}])
             else '' end,
         'Продам ' || ($2::text[])[thing] || '. '
           || ($4::text[])[${skewed('cardinality($4::text[])', 'a')}] || ', '
           || ($4::text[])[${skewed('cardinality($4::text[])', 'b')}] || '. '
           || ($4::text[])[${even('cardinality($4::text[])', 'c')}] || '; '
           || ($4::text[])[${even('cardinality($4::text[])', 'd')}] || '. Ещё есть '
           || ($2::text[])[${skewed('cardinality($2::text[])', 'd')}] || ' и '
           || ($2::text[])[${even('cardinality($2::text[])', 'b')}]
           || coalesce('. ' || ($5::text[])[(select r from generate_series(1, cardinality($5::text[])) r
                                             where (n + r * 7919) % (1000 * r + 7) = 0 limit 1)], '')
           || '. Номер ' || n,
         case when a < 0.03 then 0 else (power(10, 2 + 4 * b)::bigint / 50) * 50 end,
         placed.category_id,
         case when d < 0.96 then countries[city] end,
         case when d < 0.94 then cities[city] end,
         luck > 0.02,
         case when luck between 0.5 and 0.51 then timestamptz '2026-01-01 12:00+00' end,
         case when luck between 0.6 and 0.602 then timestamptz '2026-01-01 12:00+00' end,
         n % 10 <> 0,
         case when e > 0.7 then ($7::text[])[${even('cardinality($7::text[])', 'b')}] else '' end,
         coalesce(answers.attributes, '{}'),
         timestamptz '2026-01-01 12:00+00' - ($1::int - n) * interval '60 seconds' - a * interval '10 minutes',
         timestamptz '2026-01-01 12:00+00' - ($1::int - n) * interval '60 seconds'
  from choices, placed left join answers on answers.category_id = placed.category_id and answers.k = n % ${ANSWERS}
  order by n`;

const INSERT_PHOTOS = `
  insert into ad_photos (ad_id, image_id, position)
  select a.id, ($1::bigint[])[1 + (a.id * 7 + p * 13) % cardinality($1::bigint[])], p
  from ads a cross join generate_series(1, 3) p
  where a.has_photo and p <= case a.id % 10 when 1 then 3 when 2 then 3 when 3 then 2 when 4 then 2 else 1 end
    and not exists (select from ad_photos known where known.ad_id = a.id)`;

async function insertOwners(client: pg.ClientBase): Promise<number[]> {
  await client.query(
    `insert into users (login, email, phone, phone_national, phone_country_code, firstname, lastname, referral_code,
                        password_hash, status, activated_at)
     select 'generated' || n, 'generated' || n || '@example.com', '+7999' || lpad(n::text, 7, '0'),
            '999' || lpad(n::text, 7, '0'), '7',
            ('{Анна,Мария,Игорь,Дина,Олег,Ольга,Павел,Вера,Борис,Алла}'::text[])[1 + n % 10],
            ('{Шевченко,Коваль,Бойко,Мороз,Гончар,Франко,Лысенко,Савченко}'::text[])[1 + n % 8],
            'G' || translate(lpad(n::text, 7, '0'), '01', 'XY'), '', 'active', now()
     from generate_series(1, $1) n on conflict do nothing`,
    [OWNERS],
  );
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(id order by id)::text::bigint[] as ids from users where login ~ '^generated[0-9]+$'`,
  );
  return rows[0]?.ids ?? [];
}

async function insertImages(client: pg.ClientBase): Promise<number[]> {
  await client.query(
    `insert into media_images (kind, base_key, width, height, thumbhash, widths, bytes, sha256, state, claimed_at)
     select 'photo', substr(h, 1, 2) || '/' || substr(h, 3, 2) || '/' || h, 1600, 1200, '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
            '{400,800,1600}', 90000, h, 'claimed', now()
     from (select encode(sha256(('generated' || n)::bytea), 'hex') as h from generate_series(1, $1) n) hashes
     where not exists (select from media_images known where known.sha256 = h)`,
    [IMAGES],
  );
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(id order by id) as ids from media_images
     where sha256 in (select encode(sha256(('generated' || n)::bytea), 'hex') from generate_series(1, $1) n)`,
    [IMAGES],
  );
  return rows[0]?.ids ?? [];
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
