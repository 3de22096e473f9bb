import { redirect } from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { circleApi } from '#contract/people/circle';
import { mutedWordsApi } from '#contract/people/muted-words';
import { privacyApi } from '#contract/people/privacy';
import { ChatPrivacy } from '../messaging/chat/list/chat-privacy.tsx';
import { MutedOrBlockedPeople } from '../people/privacy/muted-or-blocked-people.tsx';
import { MutedWords } from '../people/privacy/muted-words.tsx';
import { PrivacyMatrix } from '../people/privacy/privacy-matrix.tsx';
import { ProfileFrame } from '../people/profile/profile-frame.tsx';
import { hostContext, orNull } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { Route } from './+types/privacy-page.ts';

export const handle = { texts: ['settings', 'privacy', 'chats'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call, viewer } = host;
  if (!viewer) throw redirect('/auth?next=/profile/privacy');
  const [privacy, chat, blocked, muted, words] = await Promise.all([
    call(privacyApi.get),
    orNull(host, call(chatApi.settings)),
    orNull(host, call(circleApi.blocked)),
    orNull(host, call(circleApi.muted)),
    orNull(host, call(mutedWordsApi.list)),
  ]);
  return { privacy, chat, blocked, muted, words };
}

export default function PrivacyPage({ loaderData: { privacy, chat, blocked, muted, words } }: Route.ComponentProps) {
  const t = useText('settings');
  return (
    <ProfileFrame title={t('settings.section.privacy')}>
      <PrivacyMatrix loaded={privacy} />
      <ChatPrivacy loaded={chat} />
      <MutedOrBlockedPeople kind="blocked" loaded={blocked} />
      <MutedOrBlockedPeople kind="muted" loaded={muted} />
      <MutedWords loaded={words} />
    </ProfileFrame>
  );
}
