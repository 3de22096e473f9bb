import { LinkifyIt } from 'linkify-it';

export const normalizeCharacters = (content: string): string =>
  content.normalize('NFKC').replaceAll(/\p{Cf}|\ufe0f|\u20e3/gu, '');

const TLDS = [
  ...[
    'com',
    'net',
    'org',
    'info',
    'biz',
    'name',
    'pro',
    'online',
    'site',
    'website',
    'shop',
    'store',
    'app',
    'dev',
    'top',
  ],
  ...[
    'xyz',
    'club',
    'live',
    'link',
    'click',
    'space',
    'page',
    'cloud',
    'icu',
    'vip',
    'life',
    'world',
    'fun',
    'group',
    'work',
  ],
  ...[
    'bid',
    'win',
    'buzz',
    'cash',
    'money',
    'pay',
    'bank',
    'market',
    'sale',
    'deals',
    'delivery',
    'express',
    'support',
  ],
  ...['help', 'chat', 'team', 'agency', 'digital', 'media', 'news', 'blog', 'email', 'services', 'solutions', 'today'],
  ...[
    'moscow',
    'москва',
    'рус',
    'рф',
    'онлайн',
    'сайт',
    'орг',
    'дети',
    'бел',
    'укр',
    'қаз',
    'срб',
    '한국',
    '닷컴',
    '닷넷',
  ],
];
const links = new LinkifyIt({ fuzzyLink: true, urlAuth: true }).tlds(TLDS, true);

const SPOKEN: Readonly<Record<string, string>> = { ру: 'ru', ком: 'com', инфо: 'info', су: 'su' };
const SPELLED_DOT =
  /([\p{L}\p{N}-]{2,63})\s*[[({<]?\s*(?:точка|тчк|dot|punto|point|punkt|점)\s*[\])}>]?\s*(ру|рф|ком|инфо|су|com|ru|net|org|info|su|me|io|xyz|online|site)(?![\p{L}\p{N}])/giu;
const BRACKETED_DOT = /(?<=[\p{L}\p{N}])\s*[[({<]\s*\.\s*[\])}>]\s*(?=\p{L})/gu;
const OBFUSCATED_SCHEME = /\bh(?:xx|\*\*|tt)ps?\s*(?::|\[:\]|;)\s*\/\s*\/\s*/giu;

const deobfuscate = (text: string): string =>
  text
    // Without this, the next patterns would take quadratic time on long runs of spaces.
    .replaceAll(/\s{2,}/gu, ' ')
    .replaceAll(OBFUSCATED_SCHEME, 'https://')
    .replaceAll(BRACKETED_DOT, '.')
    .replaceAll(SPELLED_DOT, (_, name: string, ending: string) => {
      const spoken = ending.toLowerCase();
      return `${name}.${SPOKEN[spoken] ?? spoken}`;
    });

/**
 * Returns the hosts of all links in a text, with or without a scheme, including obfuscated ones; email addresses do not
 * count. A link without a valid host yields ''.
 */
export function findHosts(text: string): string[] {
  const found = links.match(deobfuscate(normalizeCharacters(text))) ?? [];
  return found.filter(({ schema }) => schema !== 'mailto:').map(({ url }) => hostOf(url));
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return '';
  }
}
