import { adsApi } from '@app/contract/market/ads';
import { consentsApi } from '@app/contract/people/consents';
import { documentsApi } from '@app/contract/people/documents';
import { DOCUMENT_NAMES, type DocumentName, POLICY_VERSION } from '@app/contract/platform/documents';
import { isoDayOf, MOSCOW } from '@app/contract/platform/time-zones';
import { staffDocumentsApi as api, DOCUMENT_TEXT_MAX } from '@app/contract/staff/documents';
import { siteApi } from '@app/contract/staff/site';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSignInHelpers } from '../../../test/newcomers.ts';
import { startAnotherNode } from '../../../test/nodes.ts';
import { type Actor, createWorld, type TestCall, type World } from '../../../test/world.ts';
import { documentsOf, recordProductDocuments } from '../../platform/documents/documents.public.ts';

let world: World;
let admin: Actor;
let other: Actor;
let now: Date;
const { register } = createSignInHelpers(() => world);
beforeAll(async () => {
  now = new Date();
  world = await createWorld({ clock: () => now });
  admin = await world.user({ groups: ['admin'] });
  other = await world.user({ groups: ['admin'] });
});
afterAll(() => world.close());
beforeEach(() => {
  now = new Date();
});

type DraftBody = NonNullable<TestCall<typeof api.saveDraft>['body']>;

const getStaff = async (name: DocumentName) => (await world.call(admin, api.get, { params: { name } })).body;
const shownTo = async (name: DocumentName, lang = 'ru', version?: string) =>
  (
    await world.call(null, documentsApi.get, {
      params: { name },
      query: { version },
      headers: { 'accept-language': lang },
    })
  ).body;

/** Saves the draft that the administrator sees, in one language. */
async function save(name: DocumentName, text: string, lang: DraftBody['lang'] = 'ru', actor = admin) {
  const { number, draft } = await getStaff(name);
  const content = { title: `Документ ${lang}`, description: 'О чём документ', text };
  const body = { revision: draft?.revision ?? 0, based_on: number, lang, ...content };
  return world.call(actor, api.saveDraft, { params: { name }, body });
}

async function publish(name: DocumentName, asks: 0 | 1 = 0, changes = 'Новые правила', actor = admin) {
  const { draft } = await getStaff(name);
  return world.call(actor, api.publish, {
    params: { name },
    body: { revision: draft?.revision ?? 0, changes: { ru: changes }, asks },
  });
}

const entries = () =>
  world.services.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'object', 'details'])
    .where('action', 'like', 'documents.%')
    .orderBy('id')
    .execute();

describe('with nothing edited', () => {
  test('the texts of the product are the first versions, in every language', async () => {
    const { body } = await world.call(null, documentsApi.list);
    expect(body.documents.map(({ name }) => name)).toEqual([...DOCUMENT_NAMES]);
    const staffs = await getStaff('policy');
    expect(staffs).toMatchObject({
      number: 1,
      version: POLICY_VERSION,
      is_own: 0,
      may_ask: 1,
      draft: null,
      product: null,
    });
    expect(staffs.texts).toHaveLength(7);
    const german = await shownTo('policy', 'de');
    expect(german).toMatchObject({ lang: 'de', version: POLICY_VERSION, replaced: null, is_sample: 1 });
    expect(german.versions).toEqual([{ version: POLICY_VERSION, effective: POLICY_VERSION }]);
    expect(JSON.stringify(german.sections)).not.toMatch(/[{}]name/);
  });

  test('nobody is asked', async () => {
    const person = await world.user();
    expect((await world.call(person, consentsApi.listAwaited)).body).toEqual({ awaited: [] });
  });

  test('recording the texts again changes nothing', async () => {
    const count = () =>
      world.services.db
        .selectFrom('document_versions')
        .select(({ fn }) => fn.countAll().as('count'))
        .execute();
    const before = await count();
    await recordProductDocuments(world.services.db);
    expect(await count()).toEqual(before);
  });
});

test('a draft changes nothing for readers; published, it is the document, and the older version keeps its address', async () => {
  await save('contacts', '## Куда писать\nНа {email}\n- днём\n- ночью');
  expect((await shownTo('contacts')).version).toBe('2026-11-21');
  const { body } = await publish('contacts');
  const today = isoDayOf(now, MOSCOW);
  expect(body).toMatchObject({ number: 2, version: today, is_own: 1, asks: 0, changes: 'Новые правила', draft: null });

  const shown = await shownTo('contacts');
  expect(shown).toMatchObject({ version: today, effective: today, lang: 'ru', title: 'Документ ru', replaced: null });
  expect(shown.sections).toEqual([
    {
      heading: 'Куда писать',
      blocks: [{ text: 'На support@okolo.example' }, { items: ['днём', 'ночью'] }],
    },
  ]);
  expect(shown.versions.map(({ version }) => version)).toEqual([today, '2026-11-21']);
  // Without a translation of the newest version the Russian text is shown, which binds.
  expect(await shownTo('contacts', 'fr')).toMatchObject({ lang: 'ru', title: 'Документ ru' });

  const older = await shownTo('contacts', 'fr', '2026-11-21');
  expect(older).toMatchObject({ lang: 'fr', version: '2026-11-21', replaced: today, changes: '' });
  const missing = await world.call(null, documentsApi.get, {
    params: { name: 'contacts' },
    query: { version: '2020-01-01' },
  });
  expect([missing.statusCode, missing.body.code]).toEqual([404, 'not_found']);

  expect((await entries()).slice(-2)).toMatchObject([
    { actor_id: admin.id, action: 'documents.edit', object: 'document:contacts', details: { lang: 'ru', revision: 1 } },
    { action: 'documents.publish', object: 'document:contacts', details: { version: today, languages: ['ru'] } },
  ]);
});

test('a second version of the same day is numbered, and a translation of an unchanged text joins the others', async () => {
  const { texts } = await getStaff('requisites');
  const count = texts.length;
  await save('requisites', 'Requisites, once more', 'en');
  const first = await publish('requisites');
  expect(first.body.texts).toHaveLength(count);
  expect(first.body.texts.find(({ lang }) => lang === 'en')?.text).toBe('Requisites, once more');
  await save('requisites', 'Всё заново');
  await save('requisites', 'Alles neu', 'de');
  await save('requisites', 'Tout nouveau', 'fr');
  const { draft } = await getStaff('requisites');
  const left = await world.call(admin, api.discardDraft, {
    params: { name: 'requisites' },
    query: { revision: draft?.revision ?? 0, lang: 'fr' },
  });
  expect(left.body.draft?.texts.map(({ lang }) => lang)).toEqual(['ru', 'de']);
  const second = await publish('requisites');
  expect(second.body.texts.map(({ lang }) => lang)).toEqual(['ru', 'de']);
  expect(second.body.version).toBe(`${first.body.version}-2`);
  expect((await shownTo('requisites', 'de')).title).toBe('Документ de');
  expect((await shownTo('requisites', 'en')).lang).toBe('ru');
});

test('an older version keeps the details that the operator had at its time', async () => {
  await save('mobile-policy', 'Пишите на {email}');
  const { body } = await publish('mobile-policy');
  const requisites = {
    ...{ name: 'ООО «Двор»', full_name: 'Общество «Двор»', address: 'Город', inn: '7707083893', ogrn: '1027700132195' },
    ...{ kpp: '773601001', email: 'help@dvor.example', phone: '+7 343 000-00-00' },
  };
  now = new Date(now.getTime() + 1000);
  await save('mobile-policy', 'Новый текст: {email}');
  await publish('mobile-policy');
  now = new Date(now.getTime() + 1000);
  await world.call(admin, siteApi.save, { body: { version: 0, requisites } });
  expect((await shownTo('mobile-policy')).sections).toEqual([
    { heading: '', blocks: [{ text: 'Новый текст: help@dvor.example' }] },
  ]);
  const older = await shownTo('mobile-policy', 'ru', body.version);
  expect(older).toMatchObject({ is_sample: 1, sections: [{ blocks: [{ text: 'Пишите на support@okolo.example' }] }] });
});

describe('two administrators', () => {
  test('of two who save the same revision one is told, also when both begin the draft', async () => {
    const { number } = await getStaff('agreement');
    const body = (text: string): DraftBody => ({
      revision: 0,
      based_on: number,
      lang: 'ru',
      ...{ title: 'Соглашение', description: 'О чём', text },
    });
    const answers = await Promise.all([
      world.call(admin, api.saveDraft, { params: { name: 'agreement' }, body: body('Первый') }),
      world.call(other, api.saveDraft, { params: { name: 'agreement' }, body: body('Второй') }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = await world.call(other, api.saveDraft, { params: { name: 'agreement' }, body: body('Поздний') });
    expect([late.statusCode, late.body.code]).toEqual([409, 'conflict']);
    expect((await getStaff('agreement')).draft).toMatchObject({ revision: 1, based_on: number });
  });

  test('of many who publish the same draft one does', async () => {
    const { draft, number } = await getStaff('agreement');
    const answers = await Promise.all(
      [admin, other, admin, other].map((actor) =>
        world.call(actor, api.publish, {
          params: { name: 'agreement' },
          body: { revision: draft?.revision ?? 0, changes: { ru: 'Новое' } },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect((await getStaff('agreement')).number).toBe(number + 1);
  });

  test('a draft of the version before the published one is neither saved nor published', async () => {
    const { number } = await getStaff('agreement');
    const stale = await world.call(other, api.saveDraft, {
      params: { name: 'agreement' },
      body: { revision: 0, based_on: number - 1, lang: 'ru', title: 'С', description: 'О', text: 'Т' },
    });
    expect(stale.statusCode).toBe(409);
    await save('agreement', 'Ещё раз');
    await world.services.db
      .updateTable('document_drafts')
      .set({ based_on: number - 1 })
      .execute();
    expect((await publish('agreement')).statusCode).toBe(409);
    const { draft } = await getStaff('agreement');
    const discarded = await world.call(other, api.discardDraft, {
      params: { name: 'agreement' },
      query: { revision: draft?.revision ?? 0 },
    });
    expect(discarded.body.draft).toBeNull();
    const again = await world.call(other, api.discardDraft, { params: { name: 'agreement' }, query: { revision: 1 } });
    expect(again.statusCode).toBe(409);
  });
});

describe('refused', () => {
  const content = { title: 'Правила', description: 'О чём', text: 'Текст' };
  test.each([
    ['an unknown detail', { ...content, text: 'Факс: {fax}' }, 'text'],
    ['an unknown detail in the title', { ...content, title: '{boss}' }, 'title'],
    ['headings without a text', { ...content, text: '## Один\n## Два' }, 'text'],
    ['an empty text', { ...content, text: '  ' }, 'text'],
    ['a text that is too long', { ...content, text: 'я'.repeat(DOCUMENT_TEXT_MAX + 1) }, 'text'],
    ['a description that is too long', { ...content, description: 'я'.repeat(156) }, 'description'],
  ])('%s', async (_case, wrong, field) => {
    const { number } = await getStaff('mobile-terms');
    const { statusCode, body } = await world.call(admin, api.saveDraft, {
      params: { name: 'mobile-terms' },
      body: { revision: 0, based_on: number, lang: 'ru', ...wrong },
    });
    expect([statusCode, body.code]).toEqual([400, 'invalid_input']);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect((await getStaff('mobile-terms')).draft).toBeNull();
  });

  test('a draft that says what is in force, no note of changes, and asking for what nobody accepts', async () => {
    const { number, texts } = await getStaff('mobile-terms');
    const [russian] = texts;
    if (russian === undefined) throw new Error('no text');
    await world.call(admin, api.saveDraft, {
      params: { name: 'mobile-terms' },
      body: { revision: 0, based_on: number, ...russian },
    });
    const unchanged = await publish('mobile-terms');
    expect([unchanged.statusCode, unchanged.body.fields]).toEqual([
      400,
      { text: 'Черновик не отличается от действующей редакции' },
    ]);
    await save('mobile-terms', 'Другой текст');
    expect((await publish('mobile-terms', 0, ' ')).statusCode).toBe(400);
    expect((await publish('mobile-terms', 1)).statusCode).toBe(400);
    expect((await getStaff('mobile-terms')).number).toBe(number);
  });

  test('markup stays text', async () => {
    await save('large-pages', '<script>alert(1)</script>\n[ссылка](javascript:alert(1))');
    await publish('large-pages');
    const { sections } = await shownTo('large-pages');
    expect(sections).toEqual([
      { heading: '', blocks: [{ text: '<script>alert(1)</script>' }, { text: '[ссылка](javascript:alert(1))' }] },
    ]);
  });

  test('a manager', async () => {
    const manager = await world.user({ groups: ['manager'] });
    expect((await save('contacts', 'Чужой', 'ru', manager)).statusCode).toBe(403);
    expect((await publish('contacts', 0, 'Чужой', manager)).statusCode).toBe(403);
  });
});

describe('asking everybody to accept again', () => {
  const publishAd = (person: Actor) =>
    world.call(person, adsApi.create, { body: { board_title: 'Лодка', board_description: 'Новая', board_price: 1 } });
  const awaitedBy = async (person: Actor, lang = 'ru') =>
    (await world.call(person, consentsApi.listAwaited, { headers: { 'accept-language': lang } })).body.awaited;

  test('publishing waits, reading does not, until everything that asks is accepted, at once on every node', async () => {
    const person = await world.user({ paid: true });
    const node = await startAnotherNode(world);
    await save('policy', 'Новая политика');
    const { body: policy } = await publish('policy', 1, 'Храним меньше');
    await save('consent', 'Новое согласие');
    const { body: consent } = await publish('consent', 1, 'Новая цель');
    try {
      await vi.waitFor(
        () => {
          expect(documentsOf(node.services).inForce('policy').version).toBe(policy.version);
          expect(documentsOf(node.services).inForce('consent').version).toBe(consent.version);
        },
        { timeout: 5000, interval: 50 },
      );
      const answer = await fetch(`${node.origin}/api/documents/policy`, { headers: { 'accept-language': 'ru' } });
      expect(await answer.json()).toMatchObject({ version: policy.version, changes: 'Храним меньше' });
    } finally {
      await node.close();
    }
    expect(await awaitedBy(person, 'de')).toMatchObject([
      { document: 'policy', version: policy.version, changes: 'Храним меньше' },
      { document: 'personal_data', version: consent.version, changes: 'Новая цель' },
    ]);
    const refused = await publishAd(person);
    expect([refused.statusCode, refused.body.code]).toEqual([403, 'acceptance_required']);
    expect((await world.call(person, adsApi.list, { query: {} })).statusCode).toBe(200);

    const accept = (document: 'policy' | 'personal_data', version: string) =>
      world.call(person, consentsApi.accept, { body: { document, version } });
    expect((await accept('policy', POLICY_VERSION)).statusCode).toBe(409);
    const accepted = await Promise.all(Array.from({ length: 5 }, () => accept('policy', policy.version)));
    expect(accepted.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await publishAd(person)).statusCode).toBe(403);
    const { body } = await accept('personal_data', consent.version);
    expect(body.consents).toMatchObject([
      { document: 'policy', accepted: policy.version, history: [{ version: policy.version }] },
      { document: 'personal_data', accepted: consent.version },
      { document: 'agreement', accepted: null },
    ]);
    expect(await awaitedBy(person)).toEqual([]);
    expect((await publishAd(person)).statusCode).toBe(200);
  });

  test('a later version that does not ask suffices, and is not asked for itself', async () => {
    const [early, late] = await Promise.all([world.user(), world.user()]);
    const { version } = await getStaff('policy');
    await world.call(early, consentsApi.accept, { body: { document: 'policy', version } });
    await save('policy', 'Опечатка исправлена');
    const { body } = await publish('policy', 0, 'Опечатка');
    const documents = async (person: Actor) => (await awaitedBy(person)).map(({ document }) => document);
    expect(await documents(early)).toEqual(['personal_data']);
    expect(await awaitedBy(late)).toMatchObject([
      { document: 'policy', version: body.version, changes: 'Опечатка\nХраним меньше' },
      { document: 'personal_data' },
    ]);
    await world.call(late, consentsApi.accept, { body: { document: 'policy', version: body.version } });
    expect(await documents(late)).toEqual(['personal_data']);
  });

  test('whoever registers with the versions in force is not asked', async () => {
    const { body } = await world.call(null, documentsApi.list);
    const versionOf = (name: DocumentName) => body.documents.find((document) => document.name === name)?.version ?? '';
    const { id } = await register({
      policy_version: versionOf('policy'),
      consent_version: versionOf('consent'),
      agreement_version: versionOf('agreement'),
    });
    const rows = await world.services.db
      .selectFrom('consents')
      .select(['document', 'version'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { document: 'policy', version: versionOf('policy') },
      { document: 'personal_data', version: versionOf('consent') },
      { document: 'agreement', version: versionOf('agreement') },
    ]);
  });
});
