import { LinkifyIt } from 'linkify-it';

/** What is read the same and written in other signs: wide digits, signs without width, digits as keycaps. */
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

/** Endings as people say them, and what they mean. */
const SPOKEN: Readonly<Record<string, string>> = { ру: 'ru', ком: 'com', инфо: 'info', су: 'su' };
const SPELLED_DOT =
  /([\p{L}\p{N}-]{2,63})\s*[[({<]?\s*(?:точка|тчк|dot|punto|point|punkt|점)\s*[\])}>]?\s*(ру|рф|ком|инфо|су|com|ru|net|org|info|su|me|io|xyz|online|site)(?![\p{L}\p{N}])/giu;
const BRACKETED_DOT = /(?<=[\p{L}\p{N}])\s*[[({<]\s*\.\s*[\])}>]\s*(?=\p{L})/gu;
const OBFUSCATED_SCHEME = /\bh(?:xx|\*\*|tt)ps?\s*(?::|\[:\]|;)\s*\/\s*\/\s*/giu;

/** A link as it would be if nobody had bent it so that nobody notices. */
const deobfuscate = (text: string): string =>
  text
    // Long runs of spaces would be tried from every sign before them.
    .replaceAll(/\s{2,}/gu, ' ')
    .replaceAll(OBFUSCATED_SCHEME, 'https://')
    .replaceAll(BRACKETED_DOT, '.')
    .replaceAll(SPELLED_DOT, (_, name: string, ending: string) => {
      const spoken = ending.toLowerCase();
      return `${name}.${SPOKEN[spoken] ?? spoken}`;
    });

/** Hosts of all links in a text, with or without a scheme, also bent ones; an e-mail address is none. What is no host at all is ''. */
export function findHosts(text: string): string[] {
  const found = links.match(deobfuscate(normalizeCharacters(text))) ?? [];
  return found.filter(({ schema }) => schema !== 'mailto:').map(({ url }) => hostOf(url));
}

/** As browsers read it: what stands before an @ is no host, and letters of other alphabets are what they stand for. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return '';
  }
}
