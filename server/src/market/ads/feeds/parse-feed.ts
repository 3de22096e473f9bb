import { Readable } from 'node:stream';
import { AD_PHOTOS_MAX } from '@app/contract/market/ads';
import { FEED_ADS_MAX } from '@app/contract/market/seller-feeds';
import { DomUtils, parseDocument } from 'htmlparser2';
import { Failure } from '../../../platform/failure.ts';
import { EncodingDetector } from '../import/feed-encoding.ts';
import { readCsv } from '../import/read-feed.ts';

/** An entry before validation, with the fields of `FeedAd`, addresses of pictures and words that name a place. */
export interface ParsedEntry {
  line: number;
  value: Record<string, unknown> | null;
  photos: readonly string[];
  /** Tried one after another where the entry has no field of a city. */
  placeWords: readonly string[];
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export const unreadable = (): Failure => new Failure('feed_unreadable', { values: { max: FEED_ADS_MAX } });

/** Reads a feed of any of the three formats, which its content decides. Fails with `feed_unreadable`. */
export async function parseFeed(bytes: Buffer): Promise<ParsedEntry[]> {
  const text = decode(bytes);
  const entries = text.trimStart().startsWith('<') ? parseXml(text) : await parseCsv(text);
  if (entries.length === 0 || entries.length > FEED_ADS_MAX) throw unreadable();
  return entries;
}

function decode(bytes: Buffer): string {
  const detector = new EncodingDetector();
  detector.add(bytes);
  try {
    return new TextDecoder(detector.finish()).decode(bytes);
  } catch {
    throw unreadable();
  }
}

async function parseCsv(text: string): Promise<ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  for await (const entry of readCsv(Readable.from([Buffer.from(text)]))) {
    if (entries.length > FEED_ADS_MAX) break;
    const value = 'value' in entry ? (entry.value as Record<string, unknown>) : null;
    const { photos = '', ...fields } = value ?? {};
    entries.push({
      line: entry.line,
      value: value && fields,
      photos: String(photos)
        .split('|')
        .map((address) => address.trim())
        .filter((address) => address !== '')
        .slice(0, AD_PHOTOS_MAX),
      placeWords: [],
    });
  }
  // The reader names what it could not read when it comes to the next entry.
  return entries.sort((one, other) => one.line - other.line);
}

function parseXml(text: string): ParsedEntry[] {
  const document = parseDocument(text, { xmlMode: true });
  const named = (name: string): Element[] => DomUtils.getElementsByTagName(name, document, true);
  const ads = named('Ad');
  if (ads.length > 0) return ads.map(readAvitoAd);
  const categories = new Map(named('category').map((one) => [one.attribs.id ?? '', DomUtils.textContent(one).trim()]));
  return named('offer').map((offer, at) => readYmlOffer(offer, at, categories));
}

const child = (element: Element, name: string): Element | undefined =>
  DomUtils.getElementsByTagName(name, element.children, false)[0];
const wordsOf = (element: Element, name: string): string => {
  const found = child(element, name);
  return found === undefined ? '' : DomUtils.textContent(found).trim();
};

function readAvitoAd(ad: Element, at: number): ParsedEntry {
  const address = wordsOf(ad, 'City') || wordsOf(ad, 'Address');
  const images = DomUtils.getElementsByTagName('Image', ad.children, true);
  return {
    line: at + 1,
    value: {
      external_id: wordsOf(ad, 'Id'),
      board_title: wordsOf(ad, 'Title'),
      board_description: withoutTags(wordsOf(ad, 'Description')),
      board_price: wholeRoubles(wordsOf(ad, 'Price')),
      category: wordsOf(ad, 'Category'),
    },
    photos: images.flatMap(({ attribs }) => attribs.url ?? []).slice(0, AD_PHOTOS_MAX),
    placeWords: address
      .split(',')
      .map((part) => part.replace(/^\s*(?:г\.|город)\s*/i, '').trim())
      .filter((part) => part !== ''),
  };
}

function readYmlOffer(offer: Element, at: number, categories: ReadonlyMap<string, string>): ParsedEntry {
  const words = (name: string): string => wordsOf(offer, name);
  const model = [words('typePrefix'), words('vendor'), words('model')].filter((part) => part !== '').join(' ');
  const pictures = DomUtils.getElementsByTagName('picture', offer.children, false);
  return {
    line: at + 1,
    value: {
      external_id: offer.attribs.id ?? '',
      board_title: words('name') || model,
      board_description: withoutTags(words('description')),
      board_price: wholeRoubles(words('price')),
      board_enabled: offer.attribs.available === 'false' ? 0 : 1,
      category: categories.get(words('categoryId')) ?? '',
    },
    photos: pictures.map((picture) => DomUtils.textContent(picture).trim()).slice(0, AD_PHOTOS_MAX),
    placeWords: [],
  };
}

/** «12 900.00» as other sites write it. Anything else stays, and is refused by the schema. */
const wholeRoubles = (price: string): string =>
  price.replace(/\s/g, '').replace(/^(\d+)[.,]\d{1,2}$/, (_, roubles: string) => roubles);

/** Descriptions of other sites are HTML; ours are lines. */
function withoutTags(html: string): string {
  const broken = html.replace(/<(?:br\s*\/?|\/p|\/li|\/h\d|\/div)>/gi, '\n');
  return DomUtils.textContent(parseDocument(broken))
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
