-- A message and its marks cost mostly the way between node and database, there and back a dozen times. Each of these does in one
-- statement what the long way does in many, for several people at once. Whatever is not plain they leave to the long way. They are
-- volatile, so that each of their statements sees what was committed before it: what is asked after a lock is asked of now. One plan
-- serves all: another one for each length of a list would cost more than the work.

-- Store what people are told, as the last step of a transaction: the counters' rows are locked in the order of the ids. `notifies`: the
-- nodes hear of it from the database when it commits; an event too large for that is told by its number alone.
create function tell_people(to_ids bigint[], events jsonb[], notifies boolean)
  returns table (place bigint, told_id bigint, told_seq bigint) language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  letter text;
begin
  for place, told_id, told_seq, letter in
    with told as (
      select t.id, t.event, t.place, row_number() over mine as turn, count(*) over (partition by t.id) as total
      from unnest(to_ids, events) with ordinality as t (id, event, place)
      window mine as (partition by t.id order by t.place)
    ), counted as (
      insert into event_counters as mine (user_id, seq)
      select told.id, count(*) from told group by told.id order by told.id
      on conflict (user_id) do update set seq = mine.seq + excluded.seq
      returning mine.user_id, mine.seq
    ), numbered as (
      select told.place, told.id, counted.seq - told.total + told.turn as seq, told.event
      from told join counted on counted.user_id = told.id
    ), written as (
      insert into user_events (user_id, seq, event) select numbered.id, numbered.seq, numbered.event from numbered
    )
    select numbered.place, numbered.id, numbered.seq, case when notifies then
      case when octet_length(numbered.event::text) < 7900 then numbered.event::text else '' end end
    from numbered order by numbered.id, numbered.seq
  loop
    if notifies then
      perform pg_notify('live', '- user:' || told_id || ' ' || told_seq || ' ' || letter);
    end if;
    return next;
  end loop;
end $$;

-- Send plain texts between people who know each other and whose dialog has begun. What is not answered here was not sent: it was sent
-- before under its key, is not allowed, or wants more care than this takes. The order of locks is that of everything else: dialogs in the
-- order of their ids, people last.
create function send_plain_messages(
  sender_ids bigint[], receiver_ids bigint[], keys uuid[], contents text[], have_links boolean[], are_silent boolean[],
  sent_at timestamptz, push_job text, push_tries integer, push_after interval, notifies boolean)
  returns table (place bigint, message_id bigint, message_seq bigint, sender_told bigint, receiver_told bigint,
    firstname text, lastname text, photo text) language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  held bigint[];
  one record;
  chat record;
  pair record;
  done jsonb := '[]';
  told_ids bigint[] := '{}';
  told_events jsonb[] := '{}';
begin
  held := array(
    select c.id from chats c
    join unnest(sender_ids, receiver_ids) as a (sender, receiver)
      on c.low_id = least(a.sender, a.receiver) and c.high_id = greatest(a.sender, a.receiver)
    order by c.id for update of c);
  for one in
    select a.place, a.sender, a.receiver, a.key, a.content, a.has_link, a.is_silent
    from unnest(sender_ids, receiver_ids, keys, contents, have_links, are_silent) with ordinality
      as a (sender, receiver, key, content, has_link, is_silent, place)
  loop
    select c.id, c.last_seq + 1 as seq into chat from chats c
      where c.low_id = least(one.sender, one.receiver) and c.high_id = greatest(one.sender, one.receiver);
    continue when not found or chat.id <> all (held);
    continue when one.key is not null and exists (
      select from messages m where m.sender_id = one.sender and m.client_key = one.key);
    select mine.firstname, mine.lastname, i.base_key,
        not one.is_silent and exists (select from push_subscriptions p where p.user_id = one.receiver) as is_pushed
      into pair
      from users u
      join chat_members them on them.chat_id = chat.id and them.user_id = u.id
      join users mine on mine.id = one.sender and mine.status = 'active' and mine.deleted_at is null
      left join media_images i on i.id = mine.photo_image_id
      left join friends f on f.user_id = u.id and f.friend_id = one.sender
      where u.id = one.receiver and u.status = 'active' and u.deleted_at is null
        and (u.may_write = 'all' or u.may_write = 'circle' and f.user_id is not null)
        and (them.is_accepted or f.user_id is not null)
        and not exists (select from blocks b where b.user_id = one.receiver and b.blocked_id = one.sender)
        and not exists (select from blocks b where b.user_id = one.sender and b.blocked_id = one.receiver);
    continue when not found;

    insert into messages (chat_id, seq, sender_id, client_key, content, carries, is_silent, created_at)
      values (chat.id, chat.seq, one.sender, one.key, one.content,
        case when one.has_link then '{link}' else '{}' end::text[], one.is_silent, sent_at)
      returning messages.id into message_id;
    update chats set last_seq = chat.seq where id = chat.id;
    update chat_members set shown_seq = chat.seq, shown_at = sent_at, shown_count = shown_count + 1, is_accepted = true, folder = 'main',
        -- Who answers what was put away has seen it.
        read_seq = case when folder = 'declined' then chat.seq - 1 else read_seq end,
        -- What was sent waits no more; what has been typed since stays.
        draft = case when starts_with(one.content, draft) then '' else draft end,
        draft_at = case when starts_with(one.content, draft) then null else draft_at end
      where chat_id = chat.id and user_id = one.sender;
    update chat_members set shown_seq = chat.seq, shown_at = sent_at, shown_count = shown_count + 1, folder = 'main', unread = unread + 1,
        is_archived = is_archived and coalesce(muted_until > now(), false)
      where chat_id = chat.id and user_id = one.receiver;
    if pair.is_pushed then
      -- What one dialog brings within a second is one push.
      perform graphile_worker.add_job(push_job,
        payload => json_build_object('user_id', one.receiver,
          'from', json_build_object('user_id', one.sender, 'chat_id', chat.id, 'seq', chat.seq)),
        run_at => date_trunc('second', sent_at) + push_after, max_attempts => push_tries,
        job_key => push_job || ':' || chat.id || ':' || one.receiver || ':' || floor(extract(epoch from sent_at)));
    end if;
    told_ids := told_ids || one.sender || one.receiver;
    told_events := told_events
      || jsonb_build_object('type', 'chat_message', 'user_id', one.receiver, 'id', message_id)
      || jsonb_build_object('type', 'chat_message', 'user_id', one.sender, 'id', message_id);
    done := done || jsonb_build_object('place', one.place, 'id', message_id, 'seq', chat.seq,
      'firstname', pair.firstname, 'lastname', pair.lastname, 'photo', pair.base_key);
  end loop;
  if told_ids = '{}' then
    return;
  end if;
  return query
    with told as materialized (select t.place, t.told_seq from tell_people(told_ids, told_events, notifies) as t)
    select (d.one ->> 'place')::bigint, (d.one ->> 'id')::bigint, (d.one ->> 'seq')::bigint, mine.told_seq, theirs.told_seq,
      d.one ->> 'firstname', d.one ->> 'lastname', d.one ->> 'photo'
    from jsonb_array_elements(done) with ordinality as d (one, turn)
    join told mine on mine.place = d.turn * 2 - 1
    join told theirs on theirs.place = d.turn * 2;
end $$;

-- Note up to where messages reached people, or were read by them. Marks never go backwards, and what changes nothing is told to nobody.
-- `known_places`: the marks of dialogs that have begun.
create function mark_chats(
  reader_ids bigint[], writer_ids bigint[], up_to_seqs bigint[], are_read boolean[], notifies boolean,
  out known_places bigint[], out told_ids bigint[], out about_ids bigint[], out told_seqs bigint[]) language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  held bigint[];
  one record;
  now_read bigint;
  now_delivered bigint;
begin
  known_places := '{}';
  told_ids := '{}';
  about_ids := '{}';
  held := array(
    select c.id from chats c
    join chat_members me on me.chat_id = c.id
    join unnest(reader_ids, writer_ids, up_to_seqs, are_read) as a (reader, writer, seq, is_read)
      on me.user_id = a.reader and me.other_id = a.writer
    -- What reached a device before is not waited for.
    where a.is_read or me.delivered_seq < a.seq
    order by c.id for update of c);
  for one in
    select a.place, a.reader, a.writer, a.seq, a.is_read
    from unnest(reader_ids, writer_ids, up_to_seqs, are_read) with ordinality as a (reader, writer, seq, is_read, place)
  loop
    declare
      me record;
    begin
      select m.chat_id, m.folder, m.is_marked, m.cleared_seq, m.delivered_seq, m.read_seq, c.last_seq,
          m.folder = 'main' and them.folder <> 'declined' as is_open,
          coalesce(mine.shows_reads, true) and coalesce(theirs.shows_reads, true) as shows_reads
        into me
        from chat_members m
        join chats c on c.id = m.chat_id
        join chat_members them on them.chat_id = m.chat_id and them.user_id = m.other_id
        left join chat_settings mine on mine.user_id = m.user_id
        left join chat_settings theirs on theirs.user_id = m.other_id
        where m.user_id = one.reader and m.other_id = one.writer;
      continue when not found or me.chat_id <> all (held);
      known_places := known_places || one.place;
      now_delivered := greatest(me.delivered_seq, least(one.seq, me.last_seq));
      if one.is_read then
        now_read := greatest(me.read_seq, least(one.seq, me.last_seq));
        continue when now_read = me.read_seq and not me.is_marked;
        now_delivered := greatest(me.delivered_seq, now_read);
        update chat_members t set read_seq = now_read, delivered_seq = now_delivered, is_marked = false,
          unread = case
            when now_read = me.read_seq then t.unread
            -- At the end nothing is left to read, and nothing is counted.
            when now_read >= me.last_seq or me.folder = 'declined' then 0
            else (select count(*) from messages m
              where m.chat_id = me.chat_id and m.seq > now_read and m.sender_id = one.writer
                and m.seq > me.cleared_seq and m.deleted_at is null
                and not exists (select from message_hides h where h.user_id = one.reader and h.message_id = m.id)) end
          where t.chat_id = me.chat_id and t.user_id = one.reader;
        if not exists (select from unnest(told_ids, about_ids) as t (id, about) where t.id = one.reader and t.about = one.writer) then
          told_ids := told_ids || one.reader;
          about_ids := about_ids || one.writer;
        end if;
      else
        continue when now_delivered = me.delivered_seq;
        update chat_members t set delivered_seq = now_delivered where t.chat_id = me.chat_id and t.user_id = one.reader;
      end if;
      -- Of somebody who has not taken the writer in nobody learns anything.
      if me.is_open
        and (now_delivered > me.delivered_seq or one.is_read and now_read > me.read_seq and me.shows_reads)
        and not exists (select from unnest(told_ids, about_ids) as t (id, about) where t.id = one.writer and t.about = one.reader) then
        told_ids := told_ids || one.writer;
        about_ids := about_ids || one.reader;
      end if;
    end;
  end loop;
  if told_ids <> '{}' then
    select array_agg(t.told_seq order by t.place) into told_seqs
      from tell_people(told_ids, array(
        select jsonb_build_object('type', 'chat_marks', 'user_id', about) from unnest(about_ids) with ordinality as a (about, place)
        order by a.place), notifies) as t;
  end if;
end $$;
