import { chatApi, type Message, type MessageDraft } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Actor, TestResponse, World } from './world.ts';

type Extras = Partial<MessageDraft>;

export function chatsOf(world: World) {
  const to = ({ id }: Actor) => ({ params: { id } });

  const write = (from: Actor, other: Actor, content = 'Здравствуйте', extras: Extras = {}) =>
    world.call(from, chatApi.send, { ...to(other), body: { content, ...extras } as never });

  async function say(from: Actor, other: Actor, content?: string, extras?: Extras): Promise<Message> {
    return succeeded(await write(from, other, content, extras));
  }

  const read = async (reader: Actor, other: Actor, query: Record<string, number> = { mark: 0 }) =>
    succeeded(await world.call(reader, chatApi.messages, { ...to(other), query: query as never }));

  const texts = async (reader: Actor, other: Actor) =>
    (await read(reader, other, { mark: 0, size: 100 })).list.map(({ content }) => content).reverse();

  const line = async (reader: Actor, other: Actor) =>
    succeeded(await world.call(reader, chatApi.header, to(other))).chat;

  const list = async (reader: Actor, query: Record<string, string | number> = {}) =>
    succeeded(await world.call(reader, chatApi.list, { query: query as never }));

  async function befriend(one: Actor, other: Actor): Promise<void> {
    succeeded(await world.call(one, circleApi.request, to(other)));
    succeeded(await world.call(other, circleApi.accept, to(one)));
  }

  async function pair(): Promise<[Actor, Actor]> {
    const two: [Actor, Actor] = [await world.user(), await world.user()];
    await befriend(...two);
    return two;
  }

  return { to, write, say, read, texts, line, list, befriend, pair };
}

export function succeeded<Body>({ statusCode, body }: { statusCode: number; body: Body }): Body {
  expect({ statusCode, code: (body as { code?: string }).code }).toEqual({ statusCode: 200, code: undefined });
  return body;
}

export const rejection = ({
  statusCode,
  body,
}: Pick<TestResponse<never>, 'statusCode'> & { body: { code?: string } }) => `${statusCode} ${body.code ?? ''}`.trim();

export async function findDrift(world: World): Promise<unknown[]> {
  const { rows } = await sql`
    with shown as (
      select me.chat_id, me.user_id, m.seq, m.created_at, m.sender_id <> me.user_id and m.seq > me.read_seq as is_unread
      from chat_members me join messages m on m.chat_id = me.chat_id and m.seq > me.cleared_seq and m.deleted_at is null
        and not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = m.id)
    )
    select me.chat_id, me.user_id, me.folder, me.unread, me.shown_count, me.shown_seq, me.shown_at, counted.*
    from chat_members me cross join lateral (
      select count(*) as count, count(*) filter (where is_unread and me.folder <> 'declined') as unread_count,
        max(seq) as last_shown,
        (select count(*) from messages m where m.chat_id = me.chat_id) as stored,
        (select last_seq from chats c where c.id = me.chat_id) as last_seq
      from shown where shown.chat_id = me.chat_id and shown.user_id = me.user_id) as counted
    where me.unread <> counted.unread_count or me.shown_count <> counted.count
      or me.shown_seq is distinct from counted.last_shown or (me.shown_seq is null) <> (me.shown_at is null)`.execute(
    world.services.db,
  );
  return rows;
}
