import { type BrowserContext, expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { findViolations } from '../support/axe.ts';
import type { Person } from '../support/people.ts';

export const freshName = (): string =>
  `Ольга${String.fromCharCode(...Array.from({ length: 8 }, () => 1072 + Math.floor(Math.random() * 32)))}`;
/** The others look at small windows: pictures are drawn without a graphics card here. */
export const DEVICES = { permissions: ['camera', 'microphone'], viewport: { width: 480, height: 640 } };

export async function befriend(one: Person, other: Person): Promise<void> {
  await api('PUT', `/api/users/friends/${other.id}`, { token: one.token });
  await api('POST', `/api/users/friends/${one.id}`, { token: other.token });
}

/** The windows of a call are dark in both schemes: one look is enough. */
export async function accessible(page: Page, of: string): Promise<void> {
  expect(await findViolations(page, { of })).toEqual([]);
}

export const windowOf = (page: Page) => page.getByRole('dialog', { name: /^Звонок, / });
export const tileOf = (page: Page, user: number) => windowOf(page).locator(`li[data-user="${user}"]`);
export const pictureOf = (page: Page, user: number) =>
  windowOf(page).locator(`video[data-user="${user}"][data-kind="person"]`);
export const endOf = (page: Page) => windowOf(page).getByRole('button', { name: 'Завершить звонок' });

/** Every connection that the page opens is kept where the test can ask it what flows. */
export async function watchMedia(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const opened: RTCPeerConnection[] = [];
    Object.assign(window, { openedConnections: opened });
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        opened.push(this);
      }
    };
  });
}

interface Flow {
  audio: number;
  frames: number;
}

function flowOf(page: Page): Promise<Flow> {
  return page.evaluate(async () => {
    const { openedConnections } = window as unknown as { openedConnections: RTCPeerConnection[] };
    const flow = { audio: 0, frames: 0 };
    for (const connection of openedConnections) {
      if (connection.connectionState === 'closed') continue;
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue;
        if (stat.kind === 'audio') flow.audio += stat.bytesReceived;
        else flow.frames += stat.framesDecoded ?? 0;
      }
    }
    return flow;
  });
}

export async function speaks(page: Page): Promise<void> {
  const before = await flowOf(page);
  await expect.poll(async () => (await flowOf(page)).audio).toBeGreaterThan(before.audio);
}

export async function flows(page: Page): Promise<void> {
  const before = await flowOf(page);
  await speaks(page);
  await expect.poll(async () => (await flowOf(page)).frames).toBeGreaterThan(before.frames);
}
