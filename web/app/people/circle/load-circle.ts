import { invitationsApi } from '#contract/money/invitations';
import { birthdaysApi } from '#contract/people/birthdays';
import { circleApi, FRIENDS_PAGE_SIZE } from '#contract/people/circle';
import { referenceApi } from '#contract/reference/reference';
import type { Host } from '../../platform/host.ts';
import { listCountries } from '../../reference/list-countries.ts';
import { type CircleAddress, isNarrowed } from './circle-address.ts';
import type { CircleCounts, CirclePerson } from './circle-state.ts';

type Call = Host['call'];
type Report = NonNullable<Host['report']>;

async function loadList(
  call: Call,
  { tab, isSent, search, country, city, isOnline, page }: CircleAddress,
): Promise<{ people: CirclePerson[]; total: number }> {
  const query = { search, country_id: country, city_id: city, page, size: FRIENDS_PAGE_SIZE };
  if (tab !== 'requests') {
    const { list, total } = await call(tab === 'fams' ? circleApi.relatives : circleApi.friends, {
      query: { ...query, ...(isOnline && { online: 1 }) },
    });
    return { people: list.map((user) => ({ user, requestedAt: null })), total };
  }
  if (isSent) {
    const { list, total } = await call(circleApi.sent, { query });
    return { people: list.map(({ user_to: user, timestamp: requestedAt }) => ({ user, requestedAt })), total };
  }
  const { list, total } = await call(circleApi.incoming, { query });
  return { people: list.map(({ user_from: user, timestamp: requestedAt }) => ({ user, requestedAt })), total };
}

const named = ({ id, name }: { id: number; name: string }): { id: number; name: string } => ({ id, name });

async function loadPlaces(call: Call, country: number | null, report: Report) {
  const [countries, cities] = await Promise.all([
    listCountries(call, report),
    country === null
      ? []
      : call(referenceApi.listCities, { query: { country, size: 1000 } }).then(
          (answer) => answer.cities.map(named),
          (error: unknown) => {
            report(error);
            return [];
          },
        ),
  ]);
  return { countries: countries ?? [], cities };
}

/** Loads the page. Only the list is essential; null means that loading it failed. */
export async function loadCircle(call: Call, address: CircleAddress, report: Report) {
  const orNull = <T>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      report(error);
      return null;
    });
  const isStart = address.tab === 'friends' && address.page === 1 && !isNarrowed(address);
  const [list, counts, places, suggested, birthdays, invitation] = await Promise.all([
    orNull(loadList(call, address)),
    orNull<CircleCounts>(call(circleApi.counts)),
    loadPlaces(call, address.country, report),
    isStart ? orNull(call(circleApi.suggestions)) : null,
    isStart ? orNull(call(birthdaysApi.upcoming)) : null,
    orNull(call(invitationsApi.own)),
  ]);
  return {
    list,
    counts,
    places,
    suggestions: suggested?.list ?? [],
    birthdays: birthdays?.list ?? [],
    inviteLink: invitation?.link ?? null,
  };
}
