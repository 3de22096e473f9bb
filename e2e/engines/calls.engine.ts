import { expect, test as playwright } from '@playwright/test';
import { befriend } from '../support/chats.ts';
import { createPerson, type Person } from '../support/people.ts';
import { button, type Part } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

const WINDOW: Part = { role: 'dialog', name: /^Звонок, / };
const CHECK: Part = { role: 'dialog', name: 'Проверка перед звонком' };
const RING: Part = { role: 'alertdialog' };
const END = button('Завершить звонок', WINDOW);

const hasWebRtc = (visitor: Visitor): Promise<boolean> => visitor.ask(() => typeof RTCPeerConnection === 'function');

/** Whether three new frames of a person's picture are drawn within five seconds. */
const seesMoving = (visitor: Visitor, { id }: Person): Promise<boolean> =>
  visitor.ask(
    (user) =>
      new Promise<boolean>((resolve) => {
        const picture = `[role=dialog] video[data-user="${user}"][data-kind="person"]`;
        const video = document.querySelector<HTMLVideoElement>(picture);
        let left = 3;
        const count = (): void => {
          if (left === 0) resolve(true);
          left -= 1;
          video?.requestVideoFrameCallback(count);
        };
        count();
        setTimeout(resolve, 5000, false);
      }),
    id,
  );

/** Pictures are made by the processor here, which others may have to themselves for a while. */
const sees = (visitor: Visitor, person: Person): Promise<void> =>
  expect.poll(() => seesMoving(visitor, person), { timeout: 120_000 }).toBe(true);

/** Browsers that do not say whether the devices are granted show a check of them first. */
async function callWithVideo(visitor: Visitor): Promise<void> {
  await visitor.press(button('Видео'));
  const isChecking = () => visitor.shows(CHECK);
  await expect.poll(async () => (await isChecking()) || (await visitor.shows(WINDOW))).toBe(true);
  if (await isChecking()) await visitor.press(button('Позвонить', CHECK));
}

async function enter(visitor: Visitor, person: Person, address = '/contacts'): Promise<void> {
  await signIn(visitor, person);
  await visitor.open(address);
}

test('two engines call each other, a third person joins, and hanging up ends it for all', async ({
  newVisitor,
  newNeighbour,
}) => {
  const [anna, igor, olga] = [
    await createPerson({ firstname: 'Анна' }),
    await createPerson({ firstname: 'Игорь' }),
    await createPerson({ firstname: 'Ольга' }),
  ];
  await befriend(anna, igor);
  await befriend(anna, olga);
  const [annas, igors, olgas] = [await newVisitor(), await newNeighbour(), await newNeighbour()];
  await enter(annas, anna, `/user/${igor.id}`);
  playwright.skip(!(await hasWebRtc(annas)), `${annas.engine} has no WebRTC`);
  await enter(igors, igor);
  await enter(olgas, olga);

  await callWithVideo(annas);
  await igors.press(button('Принять с видео', RING));
  await sees(annas, igor);
  await sees(igors, anna);

  await annas.press(button('Добавить участника, 2 из 8', WINDOW));
  const dialog: Part = { role: 'dialog', name: 'Добавить в звонок' };
  await annas.fill({ role: 'combobox', within: dialog }, olga.firstname);
  await annas.press({ role: 'option', has: olga.firstname, within: dialog });
  await annas.press(button('Позвать', dialog));
  await olgas.press(button('Принять с видео', RING));
  await sees(olgas, anna);
  await sees(annas, olga);

  await olgas.press(END);
  await annas.misses({ css: `[role=dialog] li[data-user="${olga.id}"]` });
  await igors.press(END);
  await annas.misses(WINDOW);
});

test('a call from Chromium rings, is accepted and shows both', async ({ newVisitor, newNeighbour }) => {
  const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  const [annas, igors] = [await newVisitor(), await newNeighbour()];
  await enter(annas, anna);
  playwright.skip(!(await hasWebRtc(annas)), `${annas.engine} has no WebRTC`);
  await enter(igors, igor, `/user/${anna.id}`);
  await callWithVideo(igors);
  await annas.press(button('Принять с видео', RING));
  await sees(annas, igor);
  await sees(igors, anna);
  await annas.press(END);
  await igors.misses(WINDOW);
});
