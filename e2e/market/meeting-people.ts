import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { publishAd } from './ad-pages.ts';

async function kazan(): Promise<{ country: string; city: string }> {
  const { cities } = await api<{ cities: { id: number; country: number }[] }>('GET', '/api/cities?search=Kazan');
  const [city] = cities;
  return { country: String(city?.country ?? ''), city: String(city?.id ?? '') };
}

interface Agreed {
  seller: Person;
  buyer: Person;
  ad: number;
}

/** A seller and a buyer who agreed on a price of an ad in Kazan, which has a list of safe places. */
export async function agreeOnPrice(): Promise<Agreed> {
  const [seller, buyer] = [await createPerson({ paid: true, firstname: 'Анна' }), await createPerson()];
  const ad = await publishAd(seller, 'Лодка с вёслами', await kazan());
  const offer = await api<{ id: number }>('PUT', '/api/deals/offers', {
    token: buyer.token,
    json: { board_id: ad, price: 3000 },
  });
  await api('POST', `/api/deals/offers/${offer.id}/accept`, { token: seller.token });
  return { seller, buyer, ad };
}

/** Makes somebody a friend whom the person has marked as family. */
export async function addRelative(person: Person): Promise<Person> {
  const relative = await createPerson({ firstname: 'Мария' });
  await api('PUT', `/api/users/friends/${relative.id}`, { token: person.token });
  await api('POST', `/api/users/friends/${person.id}`, { token: relative.token });
  await api('POST', '/api/users/friend', { token: person.token, json: { id: relative.id, kith: 1 } });
  return relative;
}

/** The two of {@link agreeOnPrice} with a meeting tomorrow, to which both agreed. */
export async function agreeOnMeeting(): Promise<Agreed> {
  const agreed = await agreeOnPrice();
  const { seller, buyer, ad } = agreed;
  const { places } = await api<{ places: { id: number }[] }>('GET', `/api/meetings/options?board_id=${ad}`, {
    token: buyer.token,
  });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const json = { board_id: ad, user_id: seller.id, place_id: places[0]?.id, at, note: 'Буду в красной куртке' };
  const { id } = await api<{ id: number }>('PUT', '/api/meetings', { token: buyer.token, json });
  await api('POST', `/api/meetings/${id}/accept`, { token: seller.token });
  return agreed;
}
