import { invitationsApi } from '@app/contract/money/invitations';
import { paymentsApi } from '@app/contract/money/payments';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { authApi, type Registration } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { REFERRAL_POINTS } from '@app/contract/platform/money';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTo } from '../../../test/emails.ts';
import { createShiftedClock, DAY_MS, many, registration } from '../../../test/newcomers.ts';
import { runJobs, sandboxChoice } from '../../../test/payments/payment-tills.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { erasePeople } from '../../people/auth/erase-people.job.ts';
import { listUserDataExporters } from '../../platform/domain/user-data.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { insertDemoInvitations } from './demo-invitations.public.ts';
import { eraseInvitationData } from './invitations.public.ts';
import { recordInvitationEvent } from './record-invitation-event.public.ts';
import { recordVisit, type Visit } from './record-visit.public.ts';
import { sweepInvitations } from './sweep-invitations.job.ts';

let world: World;
let shifted: ReturnType<typeof createShiftedClock>;
beforeAll(async () => {
  shifted = createShiftedClock();
  world = await createWorld({ clock: shifted.clock });
});
afterAll(() => world.close());

type Jar = Record<string, string>;
type Form = Partial<Record<keyof Registration, unknown>>;

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 250)}.${addresses % 250}.7`;
}

const cookieHeader = (jar: Jar): string =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

function keepCookies(jar: Jar, set: readonly { name: string; value: string; maxAge?: number }[]): void {
  for (const { name, value } of set) {
    if (value === '') delete jar[name];
    else jar[name] = value;
  }
}

interface Origin {
  jar?: Jar;
  ip?: string;
}

async function signUp(form: Form, { jar = {}, ip = freshAddress() }: Origin = {}) {
  const sent = registration(form);
  const answer = await world.call(null, authApi.signup, {
    body: sent,
    headers: { 'x-forwarded-for': ip, ...(Object.keys(jar).length > 0 && { cookie: cookieHeader(jar) }) },
  });
  expect(answer.statusCode).toBe(200);
  keepCookies(jar, answer.cookies);
  return { id: answer.body.user_id, email: sent.user_email };
}

async function activate({ id, email }: { id: number; email: string }): Promise<void> {
  const { body } = await world.call(null, authApi.checkCode, {
    body: { user_id: id, sms_code: await codeTo(world, email) },
  });
  const answer = await world.call(null, authApi.confirm, { body: { user_id: id, grant: body.grant } });
  expect(answer.statusCode).toBe(200);
}

async function actorFor(id: number): Promise<Actor> {
  const { db, sessions } = world.services;
  const token = await sessions.create(db, id, { ip: '127.0.0.1', userAgent: 'test' });
  return { id, login: '', token };
}

async function storedOf(id: number) {
  const row = await world.services.db
    .selectFrom('users')
    .leftJoin('invitations as i', 'i.invitee_id', 'users.id')
    .select(['users.invited_by', 'i.inviter_id', 'i.source', 'i.state', 'i.reason', 'i.attributed_at', 'i.paid_at'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.invited_by).toBe(row.inviter_id);
  return row;
}

async function moved(inviteeId: number, event: 'activated' | 'paid' | 'refunded') {
  await world.services.db.transaction().execute((tx) => recordInvitationEvent(world.services, tx, inviteeId, event));
  return storedOf(inviteeId);
}

const history = async (viewer: Actor, query: { page?: number; size?: number } = {}, userId = viewer.id) =>
  (await world.call(viewer, invitationsApi.history, { params: { user_id: userId }, query })).body;

const NOBODY: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '127.0.0.1',
};

describe('a visit', () => {
  let site: FastifyInstance;
  let visit: Visit | undefined;
  let viewer = NOBODY;
  let anna: Actor;
  let boris: Actor;
  beforeAll(async () => {
    site = fastify();
    site.register(cookie);
    site.get('/*', async (request, reply) => {
      visit = await recordVisit(world.services, viewer, request, reply);
      return 'page';
    });
    anna = await world.user();
    boris = await world.user();
  });
  afterAll(() => site.close());
  beforeEach(() => {
    viewer = NOBODY;
  });

  async function open(url: string, jar: Jar, headers: Record<string, string> = {}) {
    const answer = await site.inject({ url, headers: { ...headers, cookie: cookieHeader(jar) } });
    keepCookies(jar, answer.cookies);
    return { set: answer.cookies, visit };
  }
  async function codeOf({ id }: Actor): Promise<string> {
    const { rows } = await sql<{ code: string }>`select referral_code as code from users where id = ${id}`.execute(
      world.services.db,
    );
    return rows[0]?.code ?? '';
  }
  const linkOf = async (person: Actor) => `/friend?friend_id=${person.id}&referral=${await codeOf(person)}`;

  test('to the landing is remembered for 30 days out of scripts’ reach, and the page is for that reader alone', async () => {
    const jar: Jar = {};
    const { set, visit } = await open(await linkOf(anna), jar);
    expect(visit).toEqual({ invitedBy: anna.id, isPersonal: true });
    expect(set.find(({ name }) => name === 'invitation')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 30 * 24 * 3600,
    });
    const later = await open('/register', jar);
    expect(later).toEqual({ set: [], visit: { invitedBy: anna.id, isPersonal: true } });
  });

  test('counts by its first link, unless a code was typed or nobody is said to have invited', async () => {
    const jar: Jar = {};
    await open(await linkOf(anna), jar);
    expect((await open(await linkOf(boris), jar)).visit?.invitedBy).toBe(anna.id);
    expect((await open(`/register?friend_id=${boris.id}`, jar)).visit?.invitedBy).toBe(anna.id);
    const code = await codeOf(boris);
    const typed = await open(`/register?friend_id=${boris.id}&referral=${code.toLowerCase()}`, jar);
    expect(typed.visit?.invitedBy).toBe(boris.id);
    const { id } = await signUp({}, { jar: { ...jar } });
    expect(await storedOf(id)).toMatchObject({ inviter_id: boris.id, source: 'code' });
    expect((await open('/register?friend_id=0', jar)).visit?.invitedBy).toBeNull();
    expect(jar.invitation).toBeUndefined();
  });

  test('by a code alone finds the person, by data of the site’s own moves too', async () => {
    const code = await codeOf(anna);
    expect((await open(`/friend?referral=${code}`, {})).visit?.invitedBy).toBe(anna.id);
    const headers = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
    expect((await open(`/friend.data?friend_id=${anna.id}`, {}, headers)).visit?.invitedBy).toBe(anna.id);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('that nobody meant leaves no mark: %o', async (headers) => {
    const { set, visit } = await open(await linkOf(anna), {}, headers);
    expect(set).toEqual([]);
    expect(visit?.invitedBy).toBeNull();
  });

  test('by a link that leads nowhere, and to other pages, leaves no mark', async () => {
    const gone = await world.user();
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(world.services.db);
    for (const url of [
      `/friend?friend_id=${gone.id}`,
      '/friend?friend_id=99999999',
      '/friend?friend_id=x',
      '/friend?referral=0O0O',
      `/?friend_id=${anna.id}`,
      `/ad/1?friend_id=${anna.id}`,
    ])
      expect((await open(url, {})).set).toEqual([]);
  });

  test('of somebody signed in marks the browser as theirs, once', async () => {
    viewer = { ...NOBODY, userId: anna.id, sessionId: 1 };
    const jar: Jar = {};
    expect((await open('/', jar)).set.map(({ name }) => name)).toEqual(['browser']);
    expect((await open('/ads', jar)).set).toEqual([]);
    viewer = NOBODY;
    await open(await linkOf(anna), jar);
    const { id } = await signUp({}, { jar });
    expect(await storedOf(id)).toMatchObject({ inviter_id: anna.id, state: 'refused', reason: 'self' });
  });

  test('counts 29 days later and not 31 days later', async () => {
    const [early, late]: [Jar, Jar] = [{}, {}];
    await open(await linkOf(anna), early);
    await open(await linkOf(anna), late);
    shifted.later(29 * DAY_MS);
    const came = await signUp({}, { jar: early });
    expect(await storedOf(came.id)).toMatchObject({ inviter_id: anna.id, source: 'link', state: 'invited' });
    shifted.later(2 * DAY_MS);
    const alone = await signUp({}, { jar: late });
    expect((await storedOf(alone.id)).inviter_id).toBeNull();
  });

  test('is used up by registering: whoever registers next in this browser came by themselves', async () => {
    const jar: Jar = {};
    await open(await linkOf(boris), jar);
    await signUp({}, { jar });
    expect(jar.invitation).toBeUndefined();
    const next = await signUp({}, { jar });
    expect((await storedOf(next.id)).inviter_id).toBeNull();
  });

  test('that was tampered with counts for nothing and keeps nobody from registering', async () => {
    const jar: Jar = {};
    await open(await linkOf(anna), jar);
    const forged = { invitation: jar.invitation?.replace(/^\d+/, String(boris.id)) ?? '', browser: 'x.1.y' };
    const { id } = await signUp({}, { jar: forged });
    expect((await storedOf(id)).inviter_id).toBeNull();
  });

  test('is outweighed by whom the registration names, and that by a code; unknown ones are passed over', async () => {
    const [vera, gleb] = [await world.user(), await world.user()];
    const jar: Jar = {};
    await open(await linkOf(anna), jar);
    const by = async (form: Form) => storedOf((await signUp(form, { jar: { invitation: jar.invitation ?? '' } })).id);
    const code = await codeOf(gleb);
    expect(await by({ invitation_user_id: vera.id })).toMatchObject({ inviter_id: vera.id, source: 'friend' });
    expect(await by({ invitation_user_id: anna.id })).toMatchObject({ inviter_id: anna.id, source: 'link' });
    expect(await by({ invitation_user_id: vera.id, invitation_code: ` ${code.toLowerCase()} ` })).toMatchObject({
      inviter_id: gleb.id,
      source: 'code',
    });
    expect(await by({ invitation_user_id: 99_999_999, invitation_code: 'O0O0O0O' })).toMatchObject({
      inviter_id: anna.id,
      source: 'link',
    });
    expect(await by({ invitation_user_id: '' })).toMatchObject({ inviter_id: anna.id, source: 'link' });
  });
});

describe('a referral code', () => {
  test('is read in any case, with spaces, hyphens and Cyrillic look-alikes; one with 0 or O is nobody’s', async () => {
    const person = await world.user();
    await sql`update users set referral_code = 'ABC2HKX' where id = ${person.id}`.execute(world.services.db);
    const ask = (user_referral: string) => world.call(null, authApi.referral, { body: { user_referral } });
    for (const typed of ['ABC2HKX', 'abc2hkx', ' abc-2h kx ', 'АВС2НКХ', 'авс2нкх'])
      expect((await ask(typed)).body).toMatchObject({ user_id: person.id });
    for (const typed of ['0BC2HKX', 'OOOOOOO', '0'])
      expect((await ask(typed)).body).toMatchObject({ code: 'referral_unknown' });
    expect((await ask('')).body.message).toBe('Введите, пожалуйста, реферальный код');
  });
});

describe('inviting oneself does not count', () => {
  test.each<[string, (inviter: Actor) => Promise<{ form: Form; jar?: Jar }>]>([
    ['with another spelling of the same mailbox', async () => ({ form: { user_email: 'S.e.l.f+two@googlemail.com' } })],
    [
      'signed in in the same browser',
      async (inviter) => ({ form: {}, jar: { token: inviter.token, csrftoken: 'csrf' } }),
    ],
  ])('%s', async (_, prepare) => {
    const inviter = await world.user({ email: 'self@gmail.com' });
    const { form, jar = {} } = await prepare(inviter);
    const answer = await world.call(null, authApi.signup, {
      body: registration({ ...form, invitation_user_id: inviter.id }),
      headers: {
        'x-forwarded-for': freshAddress(),
        ...(jar.token !== undefined && { cookie: cookieHeader(jar), 'x-csrftoken': 'csrf' }),
      },
    });
    expect(answer.statusCode).toBe(200);
    const stored = await storedOf(answer.body.user_id);
    expect(stored).toMatchObject({ inviter_id: inviter.id, state: 'refused', reason: 'self' });
    await sql`update users set email = ${`gone${inviter.id}@example.com`} where id = ${inviter.id}`.execute(
      world.services.db,
    );
  });

  test.each(['invitation_user_id', 'invitation_code'] as const)(
    'in the browser that registered both, by %s',
    async (how) => {
      const jar: Jar = {};
      const first = await signUp({}, { jar });
      await activate(first);
      const inviter = await actorFor(first.id);
      const { code } = (await world.call(inviter, invitationsApi.own)).body;
      const second = await signUp({ [how]: how === 'invitation_code' ? code : inviter.id }, { jar });
      expect(await storedOf(second.id)).toMatchObject({ state: 'refused', reason: 'self' });
    },
  );

  test('nor does inviting oneself around others, however many; and the newcomer is told nothing', async () => {
    const jar: Jar = {};
    const first = await signUp({}, { jar });
    await activate(first);
    let last = first;
    for (let step = 0; step < 4; step++) {
      last = await signUp({ invitation_user_id: last.id });
      expect((await storedOf(last.id)).state).toBe('invited');
      await activate(last);
    }
    const again = await signUp({ invitation_user_id: last.id }, { jar });
    expect(await storedOf(again.id)).toMatchObject({ inviter_id: last.id, state: 'refused', reason: 'cycle' });
    await activate(again);
    expect((await storedOf(again.id)).state).toBe('refused');
    const { body } = await world.call(await actorFor(again.id), usersApi.get, { params: { id: again.id } });
    expect(JSON.stringify(body)).not.toMatch(/refused|cycle/);
  });

  test('a ring that is stored already is walked once and ends', async () => {
    const [one, other] = [await world.user(), await world.user()];
    await sql`insert into invitations (inviter_id, invitee_id, source, state, attributed_at, registered_at) values
      (${one.id}, ${other.id}, 'link', 'invited', now(), now()),
      (${other.id}, ${one.id}, 'link', 'invited', now(), now())`.execute(world.services.db);
    const { id } = await signUp({ invitation_user_id: one.id });
    expect(await storedOf(id)).toMatchObject({ inviter_id: one.id, state: 'invited' });
  });

  test('what was refused is activated and paid for without ever counting', async () => {
    const inviter = await world.user({ email: 'never@gmail.com' });
    const self = await signUp({ user_email: 'never+1@gmail.com', invitation_user_id: inviter.id });
    await activate(self);
    expect(await moved(self.id, 'paid')).toMatchObject({ state: 'refused', paid_at: null });
    expect((await world.call(inviter, notificationsApi.unread)).body.count).toBe(0);
    expect(await history(inviter)).toMatchObject({ list: [{ state: 'refused', reason: 'self' }], total: 1 });
  });
});

describe('many registrations', () => {
  test('from one address wait for a look from the sixth on, those at once too, and none is refused', async () => {
    const inviter = await world.user();
    const ip = freshAddress();
    const people = await many(8, () => signUp({ invitation_user_id: inviter.id }, { ip }));
    const stored = await Promise.all(people.map(({ id }) => storedOf(id)));
    expect(stored.filter(({ state }) => state === 'invited')).toHaveLength(5);
    expect(stored.filter(({ state, reason }) => state === 'review' && reason === 'farm')).toHaveLength(3);
    const nextDay = await signUp({ invitation_user_id: inviter.id });
    expect((await storedOf(nextDay.id)).state).toBe('invited');
    shifted.later(25 * 3600 * 1000);
    const later = await signUp({ invitation_user_id: inviter.id }, { ip });
    expect((await storedOf(later.id)).state).toBe('invited');
  });

  test('in one browser wait for a look from the fourth on', async () => {
    const inviter = await world.user();
    const jar: Jar = {};
    await signUp({}, { jar });
    const states: (string | null)[] = [];
    for (let count = 0; count < 4; count++) {
      const { id } = await signUp({ invitation_user_id: inviter.id }, { jar });
      states.push((await storedOf(id)).state);
    }
    expect(states).toEqual(['invited', 'invited', 'invited', 'review']);
  });

  test('with one mailbox wait for a look from the second on', async () => {
    const inviter = await world.user();
    const first = await signUp({ user_email: 'twice+a@example.org', invitation_user_id: inviter.id });
    const second = await signUp({ user_email: 'twice+b@example.org', invitation_user_id: inviter.id });
    expect((await storedOf(first.id)).state).toBe('invited');
    expect(await storedOf(second.id)).toMatchObject({ state: 'review', reason: 'repeat' });
    await activate(second);
    expect(await moved(second.id, 'paid')).toMatchObject({ state: 'review', paid_at: expect.any(Date) });
    expect(await moved(second.id, 'refunded')).toMatchObject({ state: 'reversed' });
  });
});

describe('what happens to an invitation', () => {
  test('fifty activations at once are one row and one notification, and registering alone tells nothing', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id });
    expect((await world.call(inviter, notificationsApi.unread)).body.count).toBe(0);
    await activate(person);
    await many(50, () => moved(person.id, 'activated'));
    const { body } = await world.call(inviter, notificationsApi.list, { query: { mark: 0 } });
    expect(body.list).toMatchObject([
      {
        kind: 'referral_joined',
        events: 1,
        link: `/user/invite_history/${inviter.id}`,
        meta: { user: { id: person.id } },
      },
    ]);
    expect(await history(inviter)).toMatchObject({ total: 1, totals: { activated: 1, invited: 0 } });
  });

  test('whoever proves the mail by recovering a password has come as well', async () => {
    const inviter = await world.user();
    const { email } = await signUp({ invitation_user_id: inviter.id });
    const { user_id } = (await world.call(null, authApi.recovery, { body: { user: email } })).body;
    const { grant } = (
      await world.call(null, authApi.recoveryConfirm, { body: { user_id, email_code: await codeTo(world, email) } })
    ).body;
    const password = 'Novyj-parol-42';
    const answer = await world.call(null, authApi.recoveryChange, {
      body: { user_id, first_password: password, second_password: password, grant },
    });
    expect(answer.statusCode).toBe(200);
    expect(await history(inviter)).toMatchObject({ total: 1, totals: { activated: 1, invited: 0 } });
  });

  test('the inviter’s open pages hear of every move', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id });
    await activate(person);
    await moved(person.id, 'paid');
    await moved(person.id, 'paid');
    const { rows } = await sql`
      select 1 from user_events where user_id = ${inviter.id} and event->>'type' = 'invitations'`.execute(
      world.services.db,
    );
    expect(rows).toHaveLength(3);
  });

  test('a newcomer asks whoever invited them to be friends, and is nobody’s friend before the answer', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id });
    await activate(person);
    await runJobs(world);
    const { list } = (await world.call(inviter, circleApi.incoming)).body;
    expect(list.map(({ user_from }) => user_from.id)).toEqual([person.id]);
    expect((await world.call(inviter, circleApi.friends)).body.total).toBe(0);
    const { body } = await world.call(inviter, notificationsApi.list, { query: { mark: 0 } });
    expect(body.list.map(({ kind }) => kind)).toEqual(['referral_joined']);
    await sql`update users set email = ${`person@x${inviter.id}.example`} where id = ${inviter.id}`.execute(
      world.services.db,
    );
    const refused = await signUp({ invitation_user_id: inviter.id, user_email: `person+2@x${inviter.id}.example` });
    await activate(refused);
    await runJobs(world);
    expect((await storedOf(refused.id)).state).toBe('refused');
    expect((await world.call(inviter, circleApi.incoming)).body.total).toBe(1);
  });

  test('notifications gather, and whoever blocked the newcomer is told nothing', async () => {
    const [inviter, silent] = [await world.user(), await world.user()];
    for (let count = 0; count < 3; count++) await activate(await signUp({ invitation_user_id: inviter.id }));
    const { body } = await world.call(inviter, notificationsApi.list, { query: { mark: 0 } });
    expect(body.list).toMatchObject([{ kind: 'referral_joined', events: 3 }]);
    const person = await signUp({ invitation_user_id: silent.id });
    await sql`insert into blocks (user_id, blocked_id, created_at) values (${silent.id}, ${person.id}, now())`.execute(
      world.services.db,
    );
    await activate(person);
    expect((await world.call(silent, notificationsApi.unread)).body.count).toBe(0);
    expect((await history(silent)).list).toMatchObject([{ state: 'activated', user: { unavailable: 1, photo: null } }]);
  });

  test('a paid subscription earns the inviter points once, whatever is paid later, and a refund takes them back', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id });
    await activate(person);
    const payer = await actorFor(person.id);
    const { body } = await world.call(payer, paymentsApi.pay, { body: {} });
    const payment = String(body).split('/').at(-1) ?? '';
    await sandboxChoice(world, payment, 'pay_lost');
    await world.call(null, paymentsApi.sandboxWebhook, {
      body: { event: 'payment.succeeded', object: { id: payment } },
    });
    await runJobs(world);
    const paid = await storedOf(person.id);
    expect(paid).toMatchObject({ state: 'rewarded', paid_at: expect.any(Date) });
    const points = async () => (await world.call(inviter, paymentsApi.ledger)).body.bonus_points;
    expect(await points()).toBe(REFERRAL_POINTS);
    shifted.later(DAY_MS);
    await many(10, () => moved(person.id, 'paid'));
    expect((await storedOf(person.id)).paid_at).toEqual(paid.paid_at);
    expect(await points()).toBe(REFERRAL_POINTS);
    await many(10, () => moved(person.id, 'refunded'));
    expect(await moved(person.id, 'paid')).toMatchObject({ state: 'reversed' });
    expect(await points()).toBe(0);
  });

  test('an inviter who left before brings nobody; one who leaves meanwhile hears nothing and earns nothing once erased', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id });
    const { db } = world.services;
    await sql`update users set deleted_at = ${shifted.clock()} where id = ${inviter.id}`.execute(db);
    const late = await signUp({ invitation_user_id: inviter.id });
    expect((await storedOf(late.id)).inviter_id).toBeNull();
    await activate(person);
    const { rows } = await sql`select 1 from notifications where user_id = ${inviter.id}`.execute(db);
    expect(rows).toEqual([]);
    expect((await storedOf(person.id)).state).toBe('activated');
    shifted.later(31 * DAY_MS);
    await erasePeople.run(world.services, {});
    expect(await storedOf(person.id)).toMatchObject({ state: 'refused', reason: 'inviter_gone' });
    expect(await moved(person.id, 'paid')).toMatchObject({ state: 'refused', paid_at: null });
  });

  test('of somebody who was erased the inviter keeps a nameless row, and nothing says where they came from', async () => {
    const inviter = await world.user();
    const person = await signUp({ invitation_user_id: inviter.id, user_firstname: 'Снегирь' });
    await activate(person);
    const { db } = world.services;
    await sql`update users set deleted_at = ${new Date(shifted.clock().getTime() - 31 * DAY_MS)} where id = ${person.id}`.execute(
      db,
    );
    await erasePeople.run(world.services, {});
    const { list } = await history(inviter);
    expect(list).toMatchObject([{ presence: 'gone', user: null, state: 'activated' }]);
    expect(await tracesOf(person.id)).toEqual([null, null, null]);
  });
});

async function tracesOf(id: number) {
  const row = await world.services.db
    .selectFrom('invitations')
    .select(['address_hash', 'device_hash', 'mailbox_hash'])
    .where('invitee_id', '=', id)
    .executeTakeFirstOrThrow();
  return [row.address_hash, row.device_hash, row.mailbox_hash];
}

test('where a registration came from is kept as digests for 30 days', async () => {
  const inviter = await world.user();
  const jar: Jar = {};
  await signUp({}, { jar });
  const { id } = await signUp({ invitation_user_id: inviter.id }, { jar, ip: '203.0.113.77' });
  const { rows } = await sql<{
    row: string;
  }>`select t::text as row from invitations t where invitee_id = ${id}`.execute(world.services.db);
  expect(rows[0]?.row).not.toContain('203.0.113');
  shifted.later(29 * DAY_MS);
  await sweepInvitations.run(world.services, {});
  expect((await tracesOf(id)).every((trace) => trace !== null)).toBe(true);
  shifted.later(2 * DAY_MS);
  await sweepInvitations.run(world.services, {});
  expect(await tracesOf(id)).toEqual([null, null, null]);
  expect((await storedOf(id)).state).toBe('invited');
});

describe('what waits for a look', () => {
  async function heldCrowd(size: number): Promise<{ inviter: Actor; held: number[] }> {
    const inviter = await world.user();
    const [jar, ip]: [Jar, string] = [{}, freshAddress()];
    const people: number[] = [];
    for (let n = 0; n < size; n += 1) {
      people.push((await signUp({ invitation_user_id: inviter.id }, { jar, ip })).id);
      delete jar.session;
    }
    const { rows } = await sql<{ id: number }>`
      update invitations set state = 'review', reason = 'farm', activated_at = now(), paid_at = now()
      where invitee_id = any(${people}) returning id`.execute(world.services.db);
    return { inviter, held: rows.map(({ id }) => id).sort((a, b) => a - b) };
  }
  const points = async (who: Actor): Promise<number> => (await world.call(who, paymentsApi.ledger)).body.bonus_points;

  test('is shown with how many came from the same place, and they are found together', async () => {
    const admin = await world.user({ groups: ['admin'] });
    const { inviter, held } = await heldCrowd(3);
    const list = async (query: object) => (await world.call(admin, invitationsApi.review, { query })).body;
    const waiting = await list({ search: inviter.login });
    expect(waiting.list.map(({ id }) => id)).toEqual(held);
    expect(waiting.list[0]).toMatchObject({ same_address: 3, inviter: { id: inviter.id }, decided: null });
    const alike = await list({ alike: held[0] });
    expect(alike.total).toBe(3);
    expect((await list({ search: '%' })).total).toBe(0);
  });

  test('counts once it is released, with its points, however often that is pressed; refused it never does', async () => {
    const admin = await world.user({ groups: ['admin'] });
    const { inviter, held } = await heldCrowd(3);
    const [first, second, third] = held as [number, number, number];
    const decide = (ids: number[], verdict: 'release' | 'refuse', reason = 'Семья') =>
      world.call(admin, invitationsApi.decide, { body: { ids, verdict, reason } });
    const answers = await Promise.all([
      decide([first], 'release'),
      decide([first], 'release'),
      decide([first], 'refuse'),
    ]);
    expect(answers.reduce((sum, { body }) => sum + body.changed, 0)).toBe(1);
    expect((await decide([second, third], 'refuse', ' ')).statusCode).toBe(400);
    expect((await decide([third, second], 'refuse', 'Один человек')).body.changed).toBe(2);
    expect((await decide([second], 'release')).body.changed).toBe(0);
    await sweepInvitations.run(world.services, {});
    const { rows } = await sql<{ state: string }>`
      select state from invitations where id = any(${held}) order by id`.execute(world.services.db);
    expect(rows.slice(1).map(({ state }) => state)).toEqual(['refused', 'refused']);
    expect(await points(inviter)).toBe(rows[0]?.state === 'rewarded' ? REFERRAL_POINTS : 0);
    const decided = await world.call(admin, invitationsApi.review, {
      query: { state: 'decided', search: inviter.login },
    });
    expect(decided.body.list.find(({ id }) => id === third)?.decided).toMatchObject({
      by: admin.login,
      comment: 'Один человек',
    });
  });
});

describe('the history', () => {
  test('pages by ten or twenty-five, the latest first, and names nobody who is not here yet', async () => {
    const inviter = await world.user();
    const people = await Promise.all(Array.from({ length: 27 }, () => world.user()));
    const now = shifted.clock();
    const cameAt = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3600 * 1000);
    await world.services.db.transaction().execute((tx) =>
      insertDemoInvitations(
        tx,
        people.map(({ id }, place) => ({
          inviterId: inviter.id,
          inviteeId: id,
          source: 'link',
          state: 'activated',
          registeredAt: cameAt(place),
          activatedAt: now,
        })),
      ),
    );
    const newcomer = await signUp({ invitation_user_id: inviter.id, user_firstname: 'Тайна' });
    const first = await history(inviter);
    expect(first.list).toHaveLength(10);
    expect(first).toMatchObject({ total: 28, totals: { activated: 27, invited: 1, paid: 0, refused: 0 } });
    expect(first.list[0]).toMatchObject({ presence: 'unconfirmed', user: null, state: 'invited' });
    expect(JSON.stringify(first)).not.toContain('Тайна');
    expect(first.list[1]?.user?.id).toBe(people[0]?.id);
    expect((await history(inviter, { page: 3 })).list).toHaveLength(8);
    expect((await history(inviter, { size: 25 })).list).toHaveLength(25);
    expect((await history(inviter, { size: 500, page: 2 })).list).toHaveLength(3);
    expect(await history(inviter, { page: 9 })).toMatchObject({ list: [], total: 28 });
    await activate(newcomer);
    expect((await history(inviter)).list[0]).toMatchObject({ user: { firstname: 'Тайна' }, state: 'activated' });
  });

  test('is one’s own and the staff’s, under both spellings', async () => {
    const [inviter, stranger, staff] = [
      await world.user(),
      await world.user({ paid: true }),
      await world.user({ groups: ['manager'] }),
    ];
    await signUp({ invitation_user_id: inviter.id });
    const ask = (viewer: Actor | null, user_id: number) =>
      world.call(viewer, invitationsApi.history, { params: { user_id } });
    expect((await ask(null, inviter.id)).statusCode).toBe(401);
    expect((await ask(stranger, inviter.id)).statusCode).toBe(403);
    expect((await ask(stranger, 99_999_999)).statusCode).toBe(403);
    expect((await ask(staff, inviter.id)).body.total).toBe(1);
    expect((await ask(staff, 99_999_999)).statusCode).toBe(404);
    const short = await world.app.inject({
      url: `/api/user/invite_history/${inviter.id}`,
      headers: { cookie: `token=${inviter.token}` },
    });
    expect(short.json().total).toBe(1);
  });

  test('the own link carries id and code, and opens for whoever has the code', async () => {
    const person = await world.user();
    const { body } = await world.call(person, invitationsApi.own);
    expect(body.link).toBe(`http://localhost:3000/friend?friend_id=${person.id}&referral=${body.code}`);
    expect(body.code).toMatch(/^[2-9A-HJ-NP-Z]{7}$/);
  });
});

test('a person is given by whom they came and who came by them, and nothing of what is compared', async () => {
  const inviter = await world.user();
  const person = await signUp({
    invitation_user_id: inviter.id,
    user_firstname: 'Ласточка',
    user_lastname: 'Береговая',
  });
  await activate(person);
  const { db } = world.services;
  const given = async (id: number) => {
    const { invited, ...rest } = (await listUserDataExporters().invitations?.(db, id)) ?? {};
    const rows: unknown[] = [];
    for await (const row of invited as AsyncIterable<unknown>) rows.push(row);
    return { ...rest, invited: rows };
  };
  expect(await given(inviter.id)).toMatchObject({
    came_by: null,
    invited: [{ name: 'Ласточка Береговая', state: 'activated', source: 'friend' }],
  });
  expect(await given(person.id)).toMatchObject({ came_by: { source: 'friend' }, invited: [] });
  expect(JSON.stringify(await given(inviter.id))).not.toContain('hash');
});

test('forgetting somebody twice changes nothing more', async () => {
  const inviter = await world.user();
  const { id } = await signUp({ invitation_user_id: inviter.id });
  const { db } = world.services;
  for (let time = 0; time < 2; time++) {
    await db.transaction().execute(async (tx) => {
      await eraseInvitationData(tx, id);
      await eraseInvitationData(tx, inviter.id);
    });
    expect(await storedOf(id)).toMatchObject({ state: 'refused', reason: 'inviter_gone' });
  }
});
