import { randomBytes } from 'node:crypto';
import { adsApi } from '@app/contract/ads';
import { authApi } from '@app/contract/auth';
import type { AnyEndpoint } from '@app/contract/endpoint';
import type { ErrorCode } from '@app/contract/errors';
import { paymentsApi } from '@app/contract/payments';
import { referenceApi } from '@app/contract/reference';
import { usersApi } from '@app/contract/users';
import { endpointName } from '../../src/platform/bind.ts';
import { PASSWORD, type TestCall } from '../world.ts';
import type { Scene } from './scene.ts';

/** Everyone who may knock. `unpaid` and `paid` are other people than the owner of what is asked for. */
export const ACTORS = [
  'anonymous',
  'unpaid',
  'paid',
  'owner',
  'manager',
  'admin',
  'superuser',
  'suspended',
  'notActivated',
  'dead',
] as const;
export type ActorKind = (typeof ACTORS)[number];

/** A token that proves nothing any more makes nobody: these are treated as anonymous. */
export const NOBODY: readonly ActorKind[] = ['anonymous', 'suspended', 'notActivated', 'dead'];
export const STRANGERS: readonly ActorKind[] = ['unpaid', 'paid'];

type Outcome = 'ok' | ErrorCode;
type Who = Record<ActorKind, Outcome>;

export interface Row {
  endpoint: AnyEndpoint;
  /** What is special about this row when an endpoint has several. */
  case: string;
  who: Who;
  input(scene: Scene): Promise<TestCall<AnyEndpoint>>;
}

const allGet = (outcome: Outcome): Who => Object.fromEntries(ACTORS.map((kind) => [kind, outcome])) as Who;
const setFor = (who: Who, kinds: readonly ActorKind[], outcome: Outcome): Who => ({
  ...who,
  ...Object.fromEntries(kinds.map((kind) => [kind, outcome])),
});

const everyone = allGet('ok');
const signedIn = setFor(everyone, NOBODY, 'unauthorized');
const subscribers = setFor(signedIn, ['unpaid'], 'subscription_required');
const ownerOrStaff = setFor(signedIn, STRANGERS, 'forbidden');
const staff = setFor(ownerOrStaff, ['owner'], 'forbidden');
const superusers = setFor(staff, ['manager', 'admin'], 'forbidden');
const staffElse = (outcome: Outcome): Who => setFor(allGet(outcome), ['manager', 'admin', 'superuser'], 'ok');
const ownerOrStaffElse = (outcome: Outcome): Who => setFor(staffElse(outcome), ['owner'], 'ok');

type Input<E extends AnyEndpoint> = (scene: Scene) => TestCall<E> | Promise<TestCall<E>>;

function row<E extends AnyEndpoint>(endpoint: E, who: Who, input: Input<E> = () => ({}), name = ''): Row {
  return {
    endpoint,
    case: `${endpointName(endpoint)}${name && `: ${name}`}`,
    who,
    input: async (scene) => (await input(scene)) as TestCall<AnyEndpoint>,
  };
}

const word = (): string => randomBytes(6).toString('hex');
const phoneDigits = (): string => `9${String(randomBytes(4).readUInt32BE() % 1e9).padStart(9, '0')}`;
const draft = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };
const newPerson = () => ({
  firstname: 'Новый',
  lastname: 'Человек',
  email: `${word()}@example.com`,
  phone: phoneDigits(),
  country_code: '7',
  login: `matrix${word()}`,
  password: PASSWORD,
});
const names = () => ({ name_en: `Name ${word()}`, name_native: `Имя ${word()}` });

const ads = [
  row(adsApi.listEnabled, everyone),
  row(adsApi.list, signedIn),
  row(adsApi.listOfUser, everyone, ({ owner }) => ({ query: { user_id: owner.id } }), 'of a person'),
  row(adsApi.listOfUser, signedIn, undefined, 'one’s own'),
  row(adsApi.listOfFriend, everyone, ({ owner }) => ({ query: { friend_id: owner.id } })),
  row(adsApi.listArchive, signedIn),
  row(adsApi.get, everyone, async (scene) => ({ params: { id: await scene.ad() } }), 'published'),
  row(
    adsApi.get,
    ownerOrStaffElse('gone'),
    async (scene) => ({ params: { id: await scene.archivedAd() } }),
    'archived',
  ),
  row(adsApi.get, ownerOrStaffElse('gone'), async (scene) => ({ params: { id: await scene.blockedAd() } }), 'blocked'),
  row(
    adsApi.get,
    ownerOrStaffElse('not_found'),
    async (scene) => ({ params: { id: await scene.disabledAd() } }),
    'switched off',
  ),
  row(adsApi.create, subscribers, () => ({ body: draft })),
  row(adsApi.edit, ownerOrStaff, async (scene) => ({ body: { board_id: await scene.ad(), board_title: 'Плот' } })),
  row(
    adsApi.edit,
    ownerOrStaff,
    async (scene) => ({ body: { board_id: await scene.ad() }, files: [scene.picture('board_photo[]')] }),
    'with a photo',
  ),
  row(adsApi.archive, ownerOrStaff, async (scene) => ({ query: { board_id: await scene.ad() } })),
  row(adsApi.restore, ownerOrStaff, async (scene) => ({ query: { board_id: await scene.archivedAd() } })),
  row(adsApi.removePhoto, ownerOrStaff, async (scene) => ({ params: { id: await scene.photo() } })),
  row(
    adsApi.putPhoto,
    ownerOrStaff,
    async (scene) => ({ params: { id: await scene.photo() }, files: [scene.picture('board_photo')] }),
    'replacing a photo',
  ),
  row(
    adsApi.putPhoto,
    ownerOrStaff,
    async (scene) => ({ params: { id: await scene.ad() }, files: [scene.picture('board_photo')] }),
    'adding to an ad',
  ),
];

const auth = [
  row(authApi.login, everyone, ({ owner }) => ({ body: { login: owner.login, password: PASSWORD } })),
  row(
    authApi.login,
    allGet('wrong_credentials'),
    ({ owner }) => ({ body: { login: owner.login, password: `${PASSWORD}!` } }),
    'with a wrong password',
  ),
  row(authApi.refresh, setFor(everyone, NOBODY, 'session_expired')),
  row(authApi.logout, everyone),
  row(authApi.signup, everyone, () => ({
    body: {
      user_firstname: 'Новый',
      user_lastname: 'Человек',
      user_phone: phoneDigits(),
      user_country_code: '7',
      user_login: `matrix${word()}`,
      user_email: `${word()}@example.com`,
      user_password: PASSWORD,
    },
  })),
  row(authApi.sendAgain, everyone, async (scene) => ({ body: { user_id: await scene.newcomer() } })),
  row(authApi.activationState, everyone, async (scene) => ({ params: { user_id: await scene.newcomer() } })),
  row(authApi.checkCode, allGet('code_wrong'), async (scene) => ({
    body: { user_id: await scene.newcomer(), sms_code: '000000' },
  })),
  row(authApi.confirm, staffElse('grant_required'), async (scene) => ({ body: { user_id: await scene.newcomer() } })),
  row(authApi.recovery, everyone, ({ owner }) => ({ body: { user: owner.login } })),
  row(authApi.recoveryConfirm, allGet('code_wrong'), ({ owner }) => ({
    body: { user_id: owner.id, email_code: '000000' },
  })),
  row(authApi.recoveryChange, allGet('grant_required'), ({ owner }) => ({
    body: { user_id: owner.id, first_password: 'drugoj-parol-22', second_password: 'drugoj-parol-22' },
  })),
  row(authApi.referral, everyone, ({ owner }) => ({ body: { user_referral: owner.referral } })),
];

const users = [
  row(usersApi.get, everyone, ({ owner }) => ({ params: { id: owner.id } })),
  row(
    usersApi.get,
    staffElse('not_found'),
    async (scene) => ({ params: { id: await scene.newcomer() } }),
    'not activated',
  ),
  row(usersApi.change, ownerOrStaff, ({ owner }) => ({
    params: { id: owner.id },
    body: { position: 'Лодочник' },
  })),
  row(
    usersApi.change,
    ownerOrStaff,
    ({ owner, picture }) => ({ params: { id: owner.id }, body: {}, files: [picture('photo')] }),
    'the picture',
  ),
  row(
    usersApi.change,
    ownerOrStaff,
    ({ owner }) => ({ params: { id: owner.id }, body: { password: 'drugoj-parol-22', current_password: PASSWORD } }),
    'the password',
  ),
  row(
    usersApi.change,
    superusers,
    async (scene) => ({ params: { id: await scene.colleague() }, body: { password: 'drugoj-parol-22' } }),
    'of staff',
  ),
  row(usersApi.remove, ownerOrStaff, ({ owner }) => ({ params: { id: owner.id } })),
  row(usersApi.remove, superusers, async (scene) => ({ params: { id: await scene.colleague() } }), 'of staff'),
  row(usersApi.list, signedIn, ({ owner }) => ({ query: { search: owner.lastname } })),
  row(usersApi.create, staff, () => ({ body: newPerson() })),
];

const payments = [
  row(paymentsApi.offer, everyone),
  row(paymentsApi.pay, signedIn, ({ owner }) => ({ body: { user_id: owner.id } })),
  row(paymentsApi.history, signedIn),
  row(paymentsApi.yookassaNotice, everyone, () => ({ body: { object: { id: word() } } })),
  row(paymentsApi.sandboxNotice, everyone, () => ({ body: { object: { id: word() } } })),
];

const api = referenceApi;
const reference = [
  row(api.listCategories, everyone),
  row(api.createCategory, staff, () => ({ body: names() })),
  row(api.editCategory, staff, async (scene) => ({ body: { id: await scene.category(), ...names() } })),
  row(api.removeCategory, staff, async (scene) => ({ query: { id: await scene.category() } })),
  row(api.listCountries, everyone),
  row(api.getCountry, everyone, () => ({ params: { id: 1 } })),
  row(api.getCountryPhone, everyone, () => ({ params: { id: 1 } })),
  row(api.createCountry, staff, () => ({ body: { ...names(), phone_code: '999' } })),
  row(api.editCountry, staff, async (scene) => ({
    body: { id: await scene.country(), ...names(), phone_code: '999' },
  })),
  row(api.removeCountry, staff, async (scene) => ({ query: { id: await scene.country() } })),
  row(api.listCities, everyone),
  row(api.getCity, everyone, () => ({ params: { id: 1 } })),
  row(api.createCity, staff, () => ({ body: { ...names(), country: 1 } })),
  row(api.editCity, staff, async (scene) => ({ body: { id: await scene.city(), ...names(), country: 1 } })),
  row(api.removeCity, staff, async (scene) => ({ query: { id: await scene.city() } })),
];

/** Who may call what. An endpoint of the contract that is missing here fails the tests. */
export const MATRIX: readonly Row[] = [...ads, ...auth, ...users, ...payments, ...reference];

/** Everything the server answers outside the contract, and how it is kept from giving away or changing anything. */
export const OTHER_ROUTES: Readonly<Record<string, string>> = {
  'GET /healthz': 'says that the process lives',
  'GET /readyz': 'says that the database answers',
  'GET /api/openapi.json': 'the description of the calls',
  'GET /api/docs': 'a page over the description',
  'GET /api/docs/start.js': 'its script',
  'GET /api/docs/files/*': 'two files of a library',
  'GET /media/*': 'public pictures under names that nobody can guess',
  'GET /mobile/pay/:user_id': 'starts a payment for that person and signs nobody in; limited per address',
  'GET /sandbox/pay/:id': 'the sandbox provider’s page; its address is the secret',
  'POST /sandbox/pay/:id': 'its form, proved by a hidden token and the same site',
  'GET /dev/outbox': 'letters that no mail server takes, to loopback only',
  'GET /dev/outbox.json': 'the same',
  'GET /dev/outbox/:id': 'the same',
  'GET /robots.txt': 'for search engines',
  'GET /sitemap.xml': 'public ads',
  'GET /sitemap/pages.xml': 'public pages',
  'GET /sitemap/ads-:part.xml': 'public ads',
  'GET /*': 'pages, rendered through the same calls under the reader’s own session',
};
