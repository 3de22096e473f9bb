import { expect, type Page } from '@playwright/test';
import { type LossyPath, openLossyPath } from '../../server/test/lossy-path.ts';
import { LONG, test } from '../support/test.ts';
import { createJoinToken, type MediaNode, startMediaNode } from './media-node.ts';
import { callPage, goToMediaPage, type MediaSite, openMediaPage, startMediaSite } from './media-pages.ts';

// Needs cameras and microphones.
test.use({ wholeBrowser: true });

const [ANNA, MARIA, OLGA] = [1, 2, 3];

let site: MediaSite;
let sfu: MediaNode;
let rooms = 0;

test.beforeAll(async () => {
  site = await startMediaSite();
  sfu = await startMediaNode(site.origin);
});
test.afterAll(async () => {
  await sfu.stop();
  await site.close();
});

const seatOf = (userId: number, roomId: string, seconds?: number) => createJoinToken(sfu.port, userId, roomId, seconds);

interface Person {
  user: number;
  page: Page;
}

async function enter({ page, user }: Person, roomId: string, color = 'green'): Promise<void> {
  await callPage(page, 'enter', 'room', seatOf(user, roomId), seatOf(user, roomId));
  await callPage(page, 'publish', 'room', color);
}

async function framesOf({ page }: Person, { user }: Person, kind: 'person' | 'screen' = 'person'): Promise<number> {
  const { stats } = await callPage(page, 'look', 'room');
  return stats.people.find((person) => person.user === user && person.kind === kind)?.framesDecoded ?? 0;
}

async function soundOf({ page }: Person, { user }: Person): Promise<number> {
  const { stats } = await callPage(page, 'look', 'room');
  return stats.people.find((person) => person.user === user && person.kind === 'person')?.audioBytes ?? 0;
}

async function seesMore(one: Person, other: Person, kind: 'person' | 'screen' = 'person'): Promise<void> {
  const before = await framesOf(one, other, kind);
  await expect.poll(() => framesOf(one, other, kind)).toBeGreaterThan(before + 2);
}

async function hearsMore(one: Person, other: Person): Promise<void> {
  const before = await soundOf(one, other);
  await expect.poll(() => soundOf(one, other)).toBeGreaterThan(before);
}

const seen = async (one: Person, other: Person) =>
  (await callPage(one.page, 'look', 'room')).people.find(({ user }) => user === other.user);

test.describe('rooms of the media server', () => {
  test('people see and hear one another, mute, show a screen, raise a hand and leave', { tag: LONG }, async ({
    browser,
  }) => {
    const roomId = `room-${++rooms}-${process.pid}`;
    const anna: Person = { user: ANNA, page: await openMediaPage(browser, site) };
    const maria: Person = { user: MARIA, page: await openMediaPage(browser, site) };
    await enter(anna, roomId);
    await enter(maria, roomId, 'purple');
    for (const [one, other] of [
      [anna, maria],
      [maria, anna],
    ] as const) {
      await seesMore(one, other);
      await hearsMore(one, other);
      expect(await seen(one, other)).toEqual({
        user: other.user,
        audio: true,
        video: true,
        screen: false,
        hand: false,
      });
    }

    await callPage(maria.page, 'mute', 'room', 'video', true);
    await expect.poll(() => seen(anna, maria)).toMatchObject({ audio: true, video: false });
    await callPage(maria.page, 'mute', 'room', 'video', false);
    await expect.poll(() => seen(anna, maria)).toMatchObject({ video: true });
    await seesMore(anna, maria);

    await callPage(maria.page, 'share', 'room', true);
    await expect.poll(() => seen(anna, maria)).toMatchObject({ screen: true });
    await seesMore(anna, maria, 'screen');
    expect((await callPage(anna.page, 'look', 'room')).streams).toContainEqual({
      user: MARIA,
      kind: 'screen',
      tracks: 2,
    });
    await callPage(maria.page, 'share', 'room', false);
    await expect
      .poll(async () => (await callPage(anna.page, 'look', 'room')).streams)
      .toEqual([{ user: MARIA, kind: 'person', tracks: 2 }]);

    await callPage(maria.page, 'hand', 'room', true);
    await expect.poll(() => seen(anna, maria)).toMatchObject({ hand: true });

    await callPage(maria.page, 'leave', 'room');
    await expect.poll(() => seen(anna, maria)).toBeUndefined();
    expect((await callPage(maria.page, 'look', 'room')).ends).toEqual(['left']);
    expect((await callPage(anna.page, 'look', 'room')).ends).toEqual([]);
    for (const { page } of [anna, maria]) await page.context().close();
  });

  test('a picture that is not wanted stops coming, and comes back small or whole', { tag: LONG }, async ({
    browser,
  }) => {
    const roomId = `room-${++rooms}-${process.pid}`;
    const anna: Person = { user: ANNA, page: await openMediaPage(browser, site) };
    const maria: Person = { user: MARIA, page: await openMediaPage(browser, site) };
    await enter(anna, roomId);
    await enter(maria, roomId);
    await seesMore(anna, maria);
    await callPage(anna.page, 'layer', 'room', '*', 'off');
    // Waits until no further frames arrive, because frames that are under way still count.
    await expect
      .poll(async () => {
        const before = await framesOf(anna, maria);
        await hearsMore(anna, maria);
        await hearsMore(anna, maria);
        return (await framesOf(anna, maria)) - before;
      })
      .toBe(0);
    await callPage(anna.page, 'layer', 'room', MARIA, 'low');
    const width = async () =>
      (await callPage(anna.page, 'look', 'room')).stats.people.find(({ user }) => user === MARIA)?.width;
    await expect.poll(width).toBe(80);
    await callPage(anna.page, 'layer', 'room', MARIA, 'high');
    await expect.poll(width).toBe(320);
    for (const { page } of [anna, maria]) await page.context().close();
  });

  test('a reload is the same join token, another page takes it over', { tag: LONG }, async ({ browser }) => {
    const roomId = `room-${++rooms}-${process.pid}`;
    const anna: Person = { user: ANNA, page: await openMediaPage(browser, site) };
    const maria: Person = { user: MARIA, page: await openMediaPage(browser, site) };
    await enter(anna, roomId);
    await enter(maria, roomId);
    await seesMore(anna, maria);
    await goToMediaPage(maria.page);
    await enter(maria, roomId, 'orange');
    await seesMore(anna, maria);
    await seesMore(maria, anna);

    const again: Person = { user: MARIA, page: await openMediaPage(browser, site) };
    await enter(again, roomId);
    await expect.poll(async () => (await callPage(maria.page, 'look', 'room')).ends).toEqual(['replaced']);
    await seesMore(anna, again);
    expect((await callPage(anna.page, 'look', 'room')).people.map(({ user }) => user)).toEqual([MARIA]);
    for (const { page } of [anna, maria, again]) await page.context().close();
  });

  test('three are together again after the media server was killed, and after their network changed', {
    tag: LONG,
  }, async ({ browser }) => {
    const roomId = `room-${++rooms}-${process.pid}`;
    const people: Person[] = [];
    for (const user of [ANNA, MARIA, OLGA]) people.push({ user, page: await openMediaPage(browser, site) });
    for (const person of people) await enter(person, roomId);
    const allSeeMore = async () => {
      for (const one of people) for (const other of people) if (one !== other) await seesMore(one, other);
    };
    await allSeeMore();

    const { port } = sfu;
    await sfu.stop();
    sfu = await startMediaNode(site.origin, port);
    for (const { page } of people) {
      await expect.poll(async () => (await callPage(page, 'look', 'room')).states.at(-1)).toBe('connected');
    }
    await allSeeMore();

    for (const { page } of people) await callPage(page, 'network');
    await allSeeMore();
    for (const { page } of people) {
      expect((await callPage(page, 'look', 'room')).ends).toEqual([]);
      await page.context().close();
    }
  });

  test('a join token that ran out is asked for anew, one that is gone ends the room', { tag: LONG }, async ({
    browser,
  }) => {
    const roomId = `room-${++rooms}-${process.pid}`;
    const anna: Person = { user: ANNA, page: await openMediaPage(browser, site) };
    await callPage(anna.page, 'enter', 'room', seatOf(ANNA, roomId, -10), seatOf(ANNA, roomId));
    await expect.poll(async () => (await callPage(anna.page, 'look', 'room')).states.at(-1)).toBe('connected');
    expect((await callPage(anna.page, 'look', 'room')).renewals).toBe(1);
    await callPage(anna.page, 'enter', 'gone', seatOf(ANNA, roomId, -10), null);
    await expect.poll(async () => (await callPage(anna.page, 'look', 'gone')).ends).toEqual(['dropped']);
    await anna.page.context().close();
  });
});

/** Milliseconds; video that stops for longer counts as a failure. */
const STANDSTILL_MAX_MS = 5000;

test('over a connection that loses 5 % and takes 300 ms there and back, sound and pictures go on', {
  tag: LONG,
}, async ({ browser }) => {
  const roomId = `room-${++rooms}-${process.pid}`;
  const anna: Person = { user: ANNA, page: await openMediaPage(browser, site) };
  const maria: Person = { user: MARIA, page: await openMediaPage(browser, site) };
  const paths: LossyPath[] = [];
  await anna.page.routeWebSocket(/media-room/, (socket) => {
    const server = socket.connectToServer();
    let turn = Promise.resolve();
    server.onMessage((message) => {
      turn = turn.then(async () => {
        const said = String(message);
        const port = / (\d+) typ host/.exec(said)?.[1];
        if (port === undefined) return socket.send(said);
        const path = await openLossyPath(Number(port), { coming: 0.05, going: 0.05, delayMs: 150 });
        paths.push(path);
        socket.send(said.replaceAll(` ${port} typ host`, ` ${path.port} typ host`));
      });
    });
  });
  await goToMediaPage(anna.page);
  await enter(maria, roomId, 'purple');
  await enter(anna, roomId);
  for (const [one, other] of [
    [anna, maria],
    [maria, anna],
  ] as const) {
    await seesMore(one, other);
    const [frames, sound] = [await framesOf(one, other), await soundOf(one, other)];
    await expect.poll(() => framesOf(one, other), { timeout: 60_000 }).toBeGreaterThan(frames + 150);
    expect(await soundOf(one, other)).toBeGreaterThan(sound);
    expect((await callPage(one.page, 'frames'))?.longestGapMs).toBeLessThan(STANDSTILL_MAX_MS);
  }
  const { stats, states } = await callPage(anna.page, 'look', 'room');
  expect(paths.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(20);
  expect(stats.roundTrip).toBeGreaterThanOrEqual(300);
  expect(states.filter((state) => state === 'reconnecting')).toEqual([]);
  for (const path of paths) path.close();
  for (const { page } of [anna, maria]) await page.context().close();
});

test.describe('straight from browser to browser', () => {
  test('two find one another though neither heard at first where the other is', { tag: LONG }, async ({ browser }) => {
    const page = await openMediaPage(browser, site);
    await callPage(page, 'pair', ['anna', 'maria'], { firstWays: 4 });
    await callPage(page, 'publish', 'anna', 'green');
    for (const name of ['anna', 'maria']) {
      await expect.poll(async () => (await callPage(page, 'look', name)).states.at(-1)).toBe('connected');
    }
    await expect.poll(async () => (await callPage(page, 'look', 'maria')).stats.framesDecoded).toBeGreaterThan(2);
    await page.context().close();
  });

  test('two find one another though both offer at once, and signals get lost', { tag: LONG }, async ({ browser }) => {
    const page = await openMediaPage(browser, site);
    await callPage(page, 'pair', ['anna', 'maria'], { lose: 0.15 });
    await callPage(page, 'publish', 'anna', 'green');
    await callPage(page, 'publish', 'maria', 'purple');
    const frames = async (name: string) => (await callPage(page, 'look', name)).stats.framesDecoded;
    const bothSeeMore = async () => {
      for (const name of ['anna', 'maria']) {
        const before = await frames(name);
        await expect.poll(() => frames(name)).toBeGreaterThan(before + 2);
      }
    };
    await bothSeeMore();
    for (let i = 0; i < 4; i++) {
      // Both sides change their network at the same moment and both restart ICE.
      await callPage(page, 'network');
      await bothSeeMore();
    }
    for (const name of ['anna', 'maria']) {
      const { states, people, streams } = await callPage(page, 'look', name);
      expect(states.at(-1)).toBe('connected');
      expect(people).toMatchObject([{ audio: true, video: true, screen: false, hand: false }]);
      expect(streams).toMatchObject([{ kind: 'person', tracks: 2 }]);
    }

    await callPage(page, 'share', 'maria', true);
    await callPage(page, 'mute', 'maria', 'audio', true);
    await callPage(page, 'hand', 'maria', true);
    await expect
      .poll(async () => (await callPage(page, 'look', 'anna')).people)
      .toMatchObject([{ audio: false, video: true, screen: true, hand: true }]);
    await expect
      .poll(
        async () =>
          (await callPage(page, 'look', 'anna')).stats.people.find(({ kind }) => kind === 'screen')?.framesDecoded ?? 0,
      )
      .toBeGreaterThan(0);
    await callPage(page, 'leave', 'maria');
    await expect.poll(async () => (await callPage(page, 'look', 'anna')).people).toEqual([]);
    await page.context().close();
  });
});
