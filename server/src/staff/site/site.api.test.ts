import { usersApi } from '@app/contract/people/users';
import { logoUrl } from '@app/contract/platform/site-logo';
import { siteApi as api } from '@app/contract/staff/site';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { createSignInHelpers } from '../../../test/newcomers.ts';
import { startAnotherNode } from '../../../test/nodes.ts';
import { type Actor, createWorld, type TestCall, type World } from '../../../test/world.ts';
import { type EmailTransport, sendEmail } from '../../platform/mail/send-email.job.ts';
import { readSiteSettings, siteSettingsOf } from '../../platform/site-settings/site-settings.public.ts';

let world: World;
let admin: Actor;
let other: Actor;
const { register } = createSignInHelpers(() => world);
beforeAll(async () => {
  world = await createWorld();
  admin = await world.user({ groups: ['admin'] });
  other = await world.user({ groups: ['admin'] });
});
afterAll(() => world.close());

const REQUISITES = {
  legal_form: 'company' as const,
  name: 'ООО «Двор»',
  name_latin: 'Dvor LLC',
  full_name: 'Общество с ограниченной ответственностью «Двор»',
  address: '620000, Екатеринбург, ул. Ленина, д. 1',
  inn: '7707 083 893',
  ogrn: '1027700132195',
  kpp: '773601001',
  email: 'help@dvor.example',
  phone: '+7 343 000-00-00',
};

type Draft = Omit<NonNullable<TestCall<typeof api.save>['body']>, 'version'>;

async function save(draft: Draft, actor = admin) {
  const { version } = await readSiteSettings(world.services.db);
  return world.call(actor, api.save, { body: { version, ...draft } });
}

const lastEntry = (action: string) =>
  world.services.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'object', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

const manifest = async (lang = 'ru') => (await world.app.inject(`/manifest.webmanifest?lang=${lang}`)).json();

test('with nothing set everything is as the product brings it', async () => {
  const { body } = await world.call(admin, api.get);
  expect(body).toMatchObject({ version: 0, changed: null, takes_real_money: false });
  expect(body.settings).toMatchObject({ name: '', color: '', logo: null, requisites: null, registration: 'open' });
  expect(await manifest()).toMatchObject({ name: 'Около', short_name: 'Около', theme_color: '#146c50' });
});

test('name, color and requisites are saved as a version, with an entry in the audit log', async () => {
  const saved = await save({ name: 'Двор', name_latin: 'Dvor', color: '#1D4ED8', requisites: REQUISITES });
  expect(saved.body).toMatchObject({ version: 1, settings: { name: 'Двор', color: '#1d4ed8' } });
  expect(saved.body.settings.requisites?.inn).toBe('7707083893');
  const { actor_id, object, details } = await lastEntry('site.edit');
  expect([actor_id, object]).toEqual([admin.id, 'site:1']);
  expect(details).toMatchObject({ name: '– → Двор', color: '– → #1d4ed8' });
  expect(JSON.stringify(details)).not.toContain('Ленина');

  expect(await manifest()).toMatchObject({ name: 'Двор', short_name: 'Двор', theme_color: '#1d4ed8' });
  expect((await manifest('de')).name).toBe('Dvor');
});

test('of two administrators who save the same version one is told, in a row and at once', async () => {
  const { version } = await readSiteSettings(world.services.db);
  const answers = await Promise.all([
    world.call(admin, api.save, { body: { version, name: 'Первый' } }),
    world.call(other, api.save, { body: { version, name: 'Второй' } }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const late = await world.call(admin, api.save, { body: { version, name: 'Поздний' } });
  expect([late.statusCode, late.body.code]).toEqual([409, 'conflict']);
  expect((await readSiteSettings(world.services.db)).version).toBe(version + 1);
});

test.each([
  ['a color on which white is not readable', { color: '#ffcc00' }, 'color'],
  ['a wrong tax number', { requisites: { ...REQUISITES, inn: '7707083894' } }, 'requisites.inn'],
  ['the tax number of the sample', { requisites: { ...REQUISITES, inn: '7700000016' } }, 'requisites.inn'],
  [
    'the tax number of a person for a company',
    { requisites: { ...REQUISITES, inn: '500100732259' } },
    'requisites.inn',
  ],
  ['a wrong registration number', { requisites: { ...REQUISITES, ogrn: '1027700132194' } }, 'requisites.ogrn'],
  ['a company without KPP', { requisites: { ...REQUISITES, kpp: '' } }, 'requisites.kpp'],
  [
    'an account that does not fit the bank',
    { requisites: { ...REQUISITES, bik: '044525225', account: '1'.repeat(20) } },
    'requisites.account',
  ],
  ['an address that is none', { requisites: { ...REQUISITES, email: 'help' } }, 'requisites.email'],
  ['a city that does not exist', { city_id: 99_999_999 }, 'city'],
])('%s is refused with words', async (_case, draft, field) => {
  const { version } = await readSiteSettings(world.services.db);
  const { statusCode, body } = await save(draft);
  expect([statusCode, body.code]).toEqual([400, 'invalid_input']);
  expect(body.fields?.[field]).toMatch(/[а-яё]{4}/);
  expect((await readSiteSettings(world.services.db)).version).toBe(version);
});

test('a logo becomes the files of header, icons and shared links, and goes again', async () => {
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#d0384d' } })
    .png()
    .toBuffer();
  const file = { field: 'logo', name: 'logo.png', type: 'image/png', bytes };
  const { body } = await world.call(admin, api.saveLogo, { files: [file] });
  const { logo } = body.settings;
  expect(logo).toMatchObject({ width: 288, height: 96 });
  if (logo === null) throw new Error('no logo');
  const sizes = { header: [288, 96], 'icon-180': [180, 180], 'maskable-512': [512, 512], share: [1200, 630] } as const;
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const answer = await world.app.inject(logoUrl(logo, name as keyof typeof sizes));
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width, height });
  }
  expect((await manifest()).icons).toEqual([
    expect.objectContaining({ src: logoUrl(logo, 'icon-192') }),
    expect.objectContaining({ src: logoUrl(logo, 'icon-512') }),
    expect.objectContaining({ src: logoUrl(logo, 'maskable-512'), purpose: 'maskable' }),
  ]);
  expect((await world.app.inject(logoUrl({ id: 'none' }, 'header'))).statusCode).toBe(404);

  const wrong = await world.call(admin, api.saveLogo, {
    files: [{ ...file, bytes: Buffer.from('<svg/>') }],
  });
  expect([415, 422]).toContain(wrong.statusCode);
  expect((await readSiteSettings(world.services.db)).settings.logo).toEqual(logo);

  const removed = await world.call(admin, api.removeLogo);
  expect(removed.body.settings.logo).toBeNull();
  expect((await lastEntry('site.logo')).details).toMatchObject({ logo: false });
});

test('emails carry name, color and sender of the site', async () => {
  await save({ name: 'Двор', name_latin: 'Dvor', color: '#b91c1c', sender_email: 'post@dvor.example' });
  const person = await register();
  const [email] = await emailsTo(world, person.user_email);
  if (email === undefined) throw new Error('no email');
  const deliver = vi.fn<EmailTransport['deliver']>(async () => {});
  await sendEmail.run({ mail: { deliver }, db: world.services.db }, email);
  const [, content, sender] = deliver.mock.calls[0] ?? [];
  expect(sender).toEqual({ name: 'Двор', address: 'post@dvor.example' });
  expect(content?.subject).toBe('Код подтверждения в «Двор»');
  expect(content?.html).toContain('#b91c1c');
  expect(`${content?.html}${content?.text}`).not.toMatch(/Около|#146c50/);
});

test('another node shows the change within seconds', async () => {
  const node = await startAnotherNode(world);
  try {
    await save({ name: 'Слобода' });
    await vi.waitFor(() => expect(siteSettingsOf(node.services).get().settings.name).toBe('Слобода'), {
      timeout: 5000,
      interval: 50,
    });
    const answer = await fetch(`${node.origin}/manifest.webmanifest?lang=ru`);
    expect(await answer.json()).toMatchObject({ name: 'Слобода' });
  } finally {
    await node.close();
  }
});

test('a manager neither reads nor changes the site', async () => {
  const manager = await world.user({ groups: ['manager'] });
  expect((await world.call(manager, api.get)).statusCode).toBe(403);
  expect((await save({ name: 'Чужой' }, manager)).statusCode).toBe(403);
  const { body } = await world.call(manager, usersApi.get, { params: { id: manager.id } });
  expect(body.id).toBe(manager.id);
});
