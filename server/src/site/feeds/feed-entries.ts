import { type Board, PRICED_AD_KINDS } from '@app/contract/market/ads';
import { priceWords } from '@app/contract/market/price-words';
import type { Lang } from '@app/contract/platform/languages';
import type { Publication } from '@app/contract/publishing/publications';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { AtomEntry } from '../../platform/formats/atom-feed.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { texts } from '../../platform/texts.ts';

/** Pictures of the site are WebP in every size. */
const PICTURE_TYPE = 'image/webp';

interface Picture {
  src: string;
  alt: string;
}

const paragraphs = (text: string): string =>
  text
    .split(/(?:\r?\n){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');

/** Readers show the pictures of the content, so the first one is named as the enclosure for those that do not. */
function shownPictures(
  publicUrl: string,
  pictures: readonly Picture[],
): { html: string; picture?: AtomEntry['picture'] } {
  const urls = pictures.map(({ src }) => new URL(src, publicUrl).href);
  const html = pictures
    .map(({ alt }, at) => `<p><img src="${escapeHtml(urls[at] ?? '')}" alt="${escapeHtml(alt)}"></p>`)
    .join('');
  return { html, ...(urls[0] !== undefined && { picture: { url: urls[0], type: PICTURE_TYPE } }) };
}

export const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim();

function priceText(lang: Lang, { board_price, board_kind, board_price_period }: Board): string {
  const price = texts.t(lang, 'mail.price', { price: board_price });
  const words = priceWords(board_price, board_kind, board_price_period);
  return words === null ? price : texts.t(lang, `ads.price.${words}`, { price });
}

export function adEntry(publicUrl: string, lang: Lang, board: Board): AtomEntry {
  const page = `${publicUrl}/ad/${board.board_id}`;
  const facts = [
    texts.t(lang, `ads.kind.${board.board_kind}`),
    PRICED_AD_KINDS.includes(board.board_kind) ? priceText(lang, board) : '',
    board.board_swap_for,
    board.category?.name,
    board.city?.name,
    board.board_district,
  ];
  const pictures = board.board_photos.slice(0, 1).map(({ src }) => ({ src, alt: board.board_title }));
  const { html, picture } = shownPictures(publicUrl, pictures);
  return {
    page,
    title: board.board_price > 0 ? `${board.board_title}, ${priceText(lang, board)}` : board.board_title,
    published: new Date(board.board_date_create),
    updated: new Date(board.board_date_change),
    // Who imported an ad of somebody else is not its seller.
    author:
      board.board_external === 1
        ? { name: board.user_firstname ?? '', page }
        : {
            name: nameOf({ firstname: board.owner_firstname, lastname: board.owner_lastname }),
            page: `${publicUrl}/user/${board.board_user_id}`,
          },
    html: `${html}${paragraphs(facts.filter(Boolean).join(' · '))}${paragraphs(board.board_description)}`,
    ...(picture && { picture }),
  };
}

export function publicationEntry(publicUrl: string, publication: Publication): AtomEntry {
  const { publish_id, publish_user_id, publish_description, timestamp, edited, content } = publication;
  const author = { name: nameOf(publication), page: `${publicUrl}/user/${publish_user_id}` };
  const pictures = content.filter(({ preview }) => preview !== '').map(({ preview, alt }) => ({ src: preview, alt }));
  const { html, picture } = shownPictures(publicUrl, pictures);
  return {
    page: `${author.page}/social/${publish_id}`,
    title: excerpt(publish_description) || author.name,
    published: new Date(timestamp),
    updated: new Date(edited ?? timestamp),
    author,
    html: `${html}${paragraphs(publish_description)}`,
    ...(picture && { picture }),
  };
}
