import type { Board } from '@app/contract/market/ads';
import { createElement as h, type ReactElement } from 'react';

const prices = new Intl.NumberFormat('ru');
const dates = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });

export function BareCard({ ad }: { ad: Board }): ReactElement {
  const photo = ad.board_photos[0];
  return h(
    'article',
    { className: 'card' },
    h(
      'div',
      { className: 'photo' },
      photo &&
        h('img', {
          src: photo.src_400,
          srcSet: `${photo.src_400} 400w, ${photo.src} 800w`,
          sizes: '(max-width: 48em) calc(50vw - 22px), 312px',
          width: photo.width,
          height: photo.height,
          alt: '',
          loading: 'lazy',
          decoding: 'async',
        }),
    ),
    h(
      'div',
      { className: 'body' },
      h('p', { className: 'price' }, ad.board_price === 0 ? 'Цена не указана' : `${prices.format(ad.board_price)} ₽`),
      h(
        'h3',
        { className: 'title' },
        h('a', { href: `/ad/${ad.board_id}`, className: 'link', title: ad.board_title }, ad.board_title),
      ),
      h('p', { className: 'meta' }, `${ad.city?.name ?? ''} · ${dates.format(new Date(ad.board_date_create))}`),
      h(
        'p',
        { className: 'owner' },
        h('span', { className: 'pic', 'aria-hidden': true }, `${ad.owner_firstname[0]}${ad.owner_lastname[0]}`),
        h('span', { className: 'name' }, `${ad.owner_firstname} ${ad.owner_lastname}`),
      ),
    ),
  );
}
