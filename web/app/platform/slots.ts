import type { Lang } from '@app/contract/platform/languages';
import type { ComponentType } from 'react';
import { loadOnce } from './loading/load-once.ts';

/** What the wings store in this browser for a signed-in user. */
export interface LocalData {
  /** Returns the question to ask before sign-out loses something unsaved; null when nothing would be lost. */
  findQuestion(
    viewerId: number,
    lang: Lang,
  ): Promise<ComponentType<{ onConfirm: () => void; onClose: () => void }> | null>;
  clear(viewerId: number): Promise<unknown>;
}

/**
 * Parts of higher wings that lower wings use, by name. The lowest wing that uses a part declares its type here by
 * declaration merging; `pages/slots.ts` names the module of each part.
 */
export interface Slots {
  localData: LocalData;
  /** Asks the viewer to accept the documents that publishing waits for. */
  askAcceptance: () => void;
  toast: { error(message: string, options: { action: { label: string; onPress: () => void } }): unknown };
}

export type SlotLoaders = { [Name in keyof Slots]: () => Promise<Slots[Name]> };

let loadAll = (): Promise<SlotLoaders> => Promise.reject(new Error('No slots are provided'));

export function provideSlots(load: () => Promise<SlotLoaders>): void {
  loadAll = loadOnce(load);
}

/** No part is remembered here, so that one whose loading failed can be asked for again. */
export async function loadSlot<Name extends keyof Slots>(name: Name): Promise<Slots[Name]> {
  const loaders = await loadAll();
  return loaders[name]();
}
