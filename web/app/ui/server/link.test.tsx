import { renderToString } from 'react-dom/server';
import { Link, type LinkProps, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ServerLink } from './link.tsx';

const PROPS: LinkProps[] = [
  ...['/', '/ad/5', '/ad/5/', '/user/7/social?search=велосипед&page=2#top', '/a?next=/b/../c', '/ads#my list'],
  ...['ad/5', '..', '/a/../b', '/a//b', '/a/./b', '/.well-known/x', '?page=2', '#comments', '', '/a?', '/a#', '/a b'],
  ...['//elsewhere.example/a', 'https://elsewhere.example/a', 'mailto:a@b.example'],
].map((to) => ({ to, className: 'link' }));

test.each<LinkProps>([
  ...PROPS,
  { to: { pathname: '/ad/5', search: '?a=1' } },
  { to: '/ad/5', discover: 'none', prefetch: 'intent', target: '_blank', rel: 'nofollow' },
  { to: '/ad/5', reloadDocument: true, replace: true, preventScrollReset: true, state: { from: 1 }, relative: 'path' },
  { to: '/ad/5', 'aria-current': 'page', onClick: () => undefined, draggable: false },
])('a link on the server has the markup of React Router: %o', (props) => {
  const markupOf = (link: typeof Link | typeof ServerLink): string => {
    const Shown = link;
    return renderToString(
      <StaticRouter location="/user/7">
        <Shown {...props}>Текст</Shown>
      </StaticRouter>,
    );
  };
  expect(markupOf(ServerLink)).toBe(markupOf(Link));
});
