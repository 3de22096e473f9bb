import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useFocusNext } from './use-focus-next.ts';

function Rows() {
  const [names, setNames] = useState(['Анна', 'Борис', 'Вера']);
  const list = useFocusNext<HTMLUListElement>(names.length);
  return (
    <main id="content" tabIndex={-1}>
      <ul ref={list}>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames((before) => before.filter((one) => one !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

test('the focus goes on from the row that took the place of the one sent away', async () => {
  render(<Rows />);
  await userEvent.click(screen.getByRole('button', { name: 'Борис' }));
  expect(screen.getByRole('button', { name: 'Вера' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Анна' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});
