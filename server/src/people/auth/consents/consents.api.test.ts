import { consentsApi } from '@app/contract/people/consents';
import { CONSENT_VERSION, POLICY_VERSION } from '@app/contract/platform/documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('an older acceptance stays in the history, and the version in force is accepted once', async () => {
  const person = await world.user();
  const row = { user_id: person.id, document: 'personal_data' as const, version: '2025-09-01', ip: '203.0.113.5' };
  await world.services.db
    .insertInto('consents')
    .values({ ...row, accepted_at: new Date('2025-09-02T10:00:00Z') })
    .execute();
  const of = async (document: string) => {
    const { body } = await world.call(person, consentsApi.list);
    return body.consents.find((consent) => consent.document === document);
  };
  expect(await of('policy')).toEqual({
    document: 'policy',
    current: POLICY_VERSION,
    accepted: null,
    accepted_at: null,
    history: [],
  });
  expect(await of('personal_data')).toMatchObject({ current: CONSENT_VERSION, accepted: '2025-09-01' });

  const accept = () =>
    world.call(person, consentsApi.accept, { body: { document: 'personal_data', version: CONSENT_VERSION } });
  const answers = await Promise.all(Array.from({ length: 50 }, accept));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const consent = await of('personal_data');
  expect(consent?.history.map(({ version }) => version)).toEqual([CONSENT_VERSION, '2025-09-01']);
  const kept = await world.services.db
    .selectFrom('consents')
    .select(['version', 'ip'])
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute();
  expect(kept).toMatchObject([{ ip: '203.0.113.5' }, { version: CONSENT_VERSION, ip: '127.0.0.1' }]);
});

test('a version that is not in force cannot be accepted', async () => {
  const person = await world.user();
  const answer = await world.call(person, consentsApi.accept, { body: { document: 'policy', version: '2020-01-01' } });
  expect(answer).toMatchObject({ statusCode: 409, body: { code: 'conflict' } });
});
