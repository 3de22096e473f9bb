import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { Phone } from './phone.tsx';

test.each([
  ['+79170000000', '+7 917 000-00-00'],
  ['+77017660008', '+7 701 766-00-08'],
  ['+12025550123', '+1 202 555-0123'],
  ['+4915112345678', '+49 1511 2345678'],
  ['+4930123456', '+49 30 123456'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+390612345678', '+39 06 1234 5678'],
  ['+34612345678', '+34 612 34 56 78'],
  ['+821012345678', '+82 10 1234 5678'],
  ['+375291234567', '+375 29 123 45 67'],
  ['+998901234567', '+998 90 123 45 67'],
])('%s is grouped as its country does', async (phone, grouped) => {
  await showComponent(<Phone>{phone}</Phone>);
  expect(await screen.findByText(grouped)).toBeVisible();
});

test.each([
  ['+49000047774', '+49 000 047 774'],
  ['+99912345678', '+999 123 456 78'],
])('%s, which is no number of its country, is grouped by threes and keeps all digits', async (phone, grouped) => {
  await showComponent(<Phone>{phone}</Phone>);
  expect(await screen.findByText(grouped)).toBeVisible();
});

test.each(['+7 917 •••-••-••', '+49 151 •••-••-••', '+7917', 'не номер'])('%s stays as it is', async (phone) => {
  await showComponent(<Phone>{phone}</Phone>);
  expect(screen.getByText(phone)).toBeVisible();
});
