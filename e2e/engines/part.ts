type Role = Parameters<import('@playwright/test').Page['getByRole']>[0];

/** A part of a page, described so that every engine finds it: the first visible one is meant. */
export interface Part {
  role?: Role;
  /** The whole accessible name, or a pattern of it. */
  name?: string | RegExp;
  css?: string;
  /** The whole text of an element, or a pattern of it. */
  text?: string | RegExp;
  /** Words that it contains. */
  has?: string;
  within?: Part;
}

export const button = (name: string | RegExp, within?: Part): Part => ({ role: 'button', name, within });
export const link = (name: string | RegExp, within?: Part): Part => ({ role: 'link', name, within });
export const field = (name: string | RegExp, within?: Part): Part => ({ role: 'textbox', name, within });
export const heading = (name: string | RegExp): Part => ({ role: 'heading', name });
export const dialog = (name?: string | RegExp): Part => ({ role: 'dialog', name });
