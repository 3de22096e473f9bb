import { birthdaysApi } from '@app/contract/people/birthdays';
import { circleApi } from '@app/contract/people/circle';
import { personNotesApi } from '@app/contract/people/person-notes';
import { privacyApi } from '@app/contract/people/privacy';
import { allGet, everyone, NOBODY, row, setFor, signedIn } from '../row.ts';
import type { Scene } from '../scene.ts';

const ofOwner = ({ owner }: Scene) => ({ params: { id: owner.id } });
const ofAsker = async (scene: Scene) => ({ params: { id: await scene.asker() } });
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const notOneself = setFor(signedIn, ['owner'], 'forbidden');
const nobodyElse = setFor(setFor(allGet('forbidden'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const noFriends = setFor(allGet('not_friends'), NOBODY, 'unauthorized');

export const circleRows = [
  row(circleApi.friends, signedIn),
  row(circleApi.relatives, signedIn),
  row(circleApi.incoming, signedIn),
  row(circleApi.sent, signedIn),
  row(circleApi.counts, signedIn),
  row(circleApi.friendsOf, signedIn, ofOwner),
  row(circleApi.mutual, signedIn, ofOwner),
  row(
    circleApi.friendsOf,
    nobodyElse,
    async (scene) => ({ params: { id: await scene.userWithHiddenFriends() } }),
    'hidden',
  ),
  row(
    circleApi.mutual,
    nobodyElse,
    async (scene) => ({ params: { id: await scene.userWithHiddenFriends() } }),
    'hidden',
  ),
  row(circleApi.suggestions, signedIn),
  row(circleApi.hideSuggestion, setFor(signedIn, ['owner'], 'not_found'), ({ owner }) => ({ body: { id: owner.id } })),
  row(circleApi.request, setFor(signedIn, ['owner'], 'own_friendship'), ofOwner),
  row(circleApi.accept, onesOwn, ofAsker),
  row(circleApi.hide, onesOwn, ofAsker),
  row(circleApi.hideByPost, onesOwn, ofAsker),
  row(circleApi.remove, signedIn, ofOwner),
  row(circleApi.card, signedIn, ({ owner }) => ({ body: { id: owner.id } })),
  row(circleApi.card, noFriends, ({ owner }) => ({ body: { id: owner.id, kith: 1 as const } }), 'as a relative'),
  row(circleApi.isBlocked, signedIn, ofOwner),
  row(circleApi.block, notOneself, ofOwner),
  row(circleApi.unblock, signedIn, ofOwner),
  row(circleApi.blocked, signedIn),
  row(circleApi.mute, notOneself, (scene) => ({ ...ofOwner(scene), body: {} })),
  row(circleApi.unmute, signedIn, ofOwner),
  row(circleApi.muted, signedIn),
  row(birthdaysApi.get, signedIn),
  row(birthdaysApi.set, signedIn, () => ({ body: { day: 29, month: 2 } })),
  row(birthdaysApi.remove, signedIn),
  row(birthdaysApi.of, everyone, ofOwner),
  row(birthdaysApi.upcoming, signedIn),
  row(personNotesApi.get, signedIn, ofOwner),
  row(personNotesApi.set, notOneself, (scene) => ({ ...ofOwner(scene), body: { note: 'Сосед' } })),
  row(privacyApi.get, signedIn),
  row(privacyApi.set, signedIn, () => ({ body: { phone: 'circle' as const } })),
];
