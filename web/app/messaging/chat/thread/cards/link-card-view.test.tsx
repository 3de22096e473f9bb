import type { LinkCard } from '@app/contract/messaging/link-cards';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messageOf } from '../../../../../test/sample-message.ts';
import { showComponent } from '../../../../../test/show-component.tsx';
import { Bubble } from '../bubble.tsx';

const CARD: LinkCard = {
  url: 'https://boats.example/oka',
  host: 'boats.example',
  title: 'Лодка <b>«Ока»</b>',
  description: 'Почти новая',
  site_name: 'Верфь',
  photo: '/media/ab/cd/abcd-256.webp',
};

function show(
  card: Partial<LinkCard> = {},
  { mine = 0, isTrusted = false }: { mine?: 0 | 1; isTrusted?: boolean } = {},
) {
  const content = 'Смотри: https://boats.example/oka#photos';
  const message = messageOf(1, { content, mine, link_card: { ...CARD, ...card } });
  return showComponent(
    <Bubble
      item={{
        key: 'm1',
        message,
        outgoing: null,
        mine: mine === 1,
        timestamp: message.timestamp,
        startsDay: false,
        startsNew: false,
        isTail: true,
      }}
      tick="sent"
      viewerId={7}
      name="Анна Лодочкина"
      isTrusted={isTrusted}
      about={null}
      onQuote={() => undefined}
      onReact={() => undefined}
    />,
  );
}

const link = (): HTMLElement => screen.getByRole('link', { name: /Ока/ });

test('the card of a link stands under the text, with host, title, description and our own picture', async () => {
  const { container } = await show();
  expect(link()).toHaveTextContent('boats.example · ВерфьЛодка <b>«Ока»</b>Почти новая');
  expect(link().querySelector('img')).toHaveAttribute('src', '/media/ab/cd/abcd-256.webp');
  const text = screen.getByText(/Смотри/);
  expect(text.compareDocumentPosition(link()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  // Nothing but links names the foreign host: the browser asks it for nothing.
  for (const element of container.querySelectorAll('[src], [srcset], [style]'))
    expect(element.outerHTML).not.toContain('boats.example/');
});

test('it opens as its link does: by the warning page, unless a friend or the reader sent it', async () => {
  const { unmount } = await show();
  expect(link()).toHaveAttribute('href', `/away?to=${encodeURIComponent(CARD.url)}`);
  expect(link()).toHaveAttribute('rel', 'nofollow noopener noreferrer');
  unmount();
  const friend = await show({}, { isTrusted: true });
  expect(link()).toHaveAttribute('href', CARD.url);
  friend.unmount();
  await show({}, { mine: 1 });
  expect(link()).toHaveAttribute('href', CARD.url);
});

test('what the page does not say is left out', async () => {
  await show({ description: '', site_name: 'Boats.example', photo: null });
  expect(link()).toHaveTextContent(/^boats.exampleЛодка <b>«Ока»<\/b>$/);
  expect(link().querySelector('img')).toBeNull();
});
