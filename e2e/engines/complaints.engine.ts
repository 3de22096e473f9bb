import { expect } from '@playwright/test';
import { drainComplaints, test } from './test.ts';

test('an error on a page is heard', async ({ newVisitor, watch }) => {
  const guest = await newVisitor();
  await guest.open('/policy');
  await guest.ask(() => {
    setTimeout(() => {
      throw new Error('thrown on purpose');
    });
    console.error('written on purpose');
  });
  for (const words of ['thrown on purpose', 'written on purpose']) {
    const heard = async () => {
      for (const complaint of await drainComplaints()) watch.note(complaint);
      return watch.complaints.join('\n');
    };
    await expect.poll(heard).toContain(words);
  }
  watch.complaints.length = 0;
});
