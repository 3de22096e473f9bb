import { redirect } from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { circleApi } from '#contract/people/circle';
import { hiddenWordsApi } from '#contract/people/hidden-words';
import { privacyApi } from '#contract/people/privacy';
import { ChatPrivacy } from '../../messaging/chat/list/chat-privacy.tsx';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { ProfileFrame } from '../profile/profile-frame.tsx';
import type { Route } from './+types/privacy-page.ts';
import { HiddenWords } from './hidden-words.tsx';
import { PrivacyMatrix } from './privacy-matrix.tsx';
import { SilencedPeople } from './silenced-people.tsx';

export const handle = { texts: ['settings', 'privacy', 'chats'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer, report = console.error } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile/privacy');
  const orNull = <T,>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      report(error);
      return null;
    });
  const [privacy, chat, blocked, muted, words] = await Promise.all([
    call(privacyApi.get),
    orNull(call(chatApi.settings)),
    orNull(call(circleApi.blocked)),
    orNull(call(circleApi.muted)),
    orNull(call(hiddenWordsApi.list)),
  ]);
  return { privacy, chat, blocked, muted, words };
}

/** Who sees and may do what, and whom the viewer keeps away. */
export default function PrivacyPage({ loaderData: { privacy, chat, blocked, muted, words } }: Route.ComponentProps) {
  const t = useText('settings');
  return (
    <ProfileFrame title={t('settings.section.privacy')}>
      <PrivacyMatrix loaded={privacy} />
      <ChatPrivacy loaded={chat} />
      <SilencedPeople kind="blocked" loaded={blocked} />
      <SilencedPeople kind="muted" loaded={muted} />
      <HiddenWords loaded={words} />
    </ProfileFrame>
  );
}
