import type { Privacy } from '@app/contract/people/privacy';
import { expect, test } from 'vitest';
import { confirmChoice, rejectChoice, shownPrivacy, startSending } from './privacy-state.ts';

const saved: Privacy = {
  phone: 'all',
  email: 'nobody',
  online: 'all',
  friends: 'all',
  write: 'all',
  call: 'circle',
  comment: 'all',
};
const start = { saved, sending: [] };

test('a choice shows at once and stays once the server has it', () => {
  const going = startSending(start, 'phone', 'circle');
  expect(shownPrivacy(going).phone).toBe('circle');
  expect(confirmChoice(going, 'phone', 'circle')).toEqual({ saved: { ...saved, phone: 'circle' }, sending: [] });
});

test('a refused choice gives way to what was there, and to nothing else that is on its way', () => {
  const going = startSending(startSending(start, 'phone', 'nobody'), 'write', 'circle');
  expect(shownPrivacy(rejectChoice(going, 'phone', 'nobody'))).toEqual({ ...saved, write: 'circle' });
});

test('of two choices for the same thing the later one shows, whichever answer comes first', () => {
  const going = startSending(startSending(start, 'call', 'all'), 'call', 'nobody');
  expect(shownPrivacy(going).call).toBe('nobody');
  expect(shownPrivacy(confirmChoice(going, 'call', 'all')).call).toBe('nobody');
});
