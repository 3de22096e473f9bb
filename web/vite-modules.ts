import type { Plugin } from 'vite';
import { contractPlugin } from './vite-contract.ts';
import { emojiPlugin } from './vite-emoji.ts';
import { iconsPlugin } from './vite-icons.ts';
import { localesPlugin } from './vite-locales.ts';
import { tokensPlugin } from './vite-tokens.ts';

export function siteModules(): Plugin[] {
  return [tokensPlugin(), iconsPlugin(), contractPlugin(), localesPlugin(), emojiPlugin()];
}
