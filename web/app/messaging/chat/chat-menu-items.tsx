import {
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconPin,
  IconPinnedOff,
  IconUserCheck,
} from 'virtual:icons';
import type { Chat } from '@app/contract/messaging/chat';
import { MUTE_CHOICES } from '#contract/messaging/chat';
import { useText } from '../../platform/i18n.tsx';
import { MenuItem } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { changeChat } from './engine/actions.ts';
import { useUnblock } from './use-unblock.ts';

const MUTE_NAMES = ['hour', 'hours', 'forever'] as const;

interface ItemProps {
  chat: Chat;
  role?: 'menuitem';
}

export function PinItem({ chat: { user, folder, pinned }, role }: ItemProps) {
  const t = useText('chats');
  if (folder !== 'main') return null;
  return (
    <MenuItem
      role={role}
      icon={pinned === 1 ? IconPinnedOff : IconPin}
      onClick={() => void changeChat(user.id, { pinned: pinned === 0 })}
    >
      {t(pinned === 1 ? 'chats.do.unpin' : 'chats.do.pin')}
    </MenuItem>
  );
}

export function ArchiveItem({ chat: { user, folder }, role }: ItemProps) {
  const t = useText('chats');
  if (folder === 'requests') return null;
  const isArchived = folder === 'archive';

  async function archive(archived: boolean): Promise<void> {
    if (!(await changeChat(user.id, { archived }))) return;
    toast.success(t(archived ? 'chats.done.archive' : 'chats.done.unarchive'), {
      action: { label: t('chats.undo'), onPress: () => void changeChat(user.id, { archived: !archived }) },
    });
  }

  return (
    <MenuItem role={role} icon={isArchived ? IconArchiveOff : IconArchive} onClick={() => void archive(!isArchived)}>
      {t(isArchived ? 'chats.do.unarchive' : 'chats.do.archive')}
    </MenuItem>
  );
}

/** `styles`: the classes `mute`, `muteTitle`, `lengths` and `length` of the menu. */
export function MuteItems({ chat, role, styles }: ItemProps & { styles: CSSModuleClasses }) {
  const t = useText('chats');
  const mute = (seconds: number | null): void => void changeChat(chat.user.id, { mute: seconds });
  if (chat.muted === 1)
    return (
      <MenuItem role={role} icon={IconBell} onClick={() => mute(null)}>
        {t('chats.unmute')}
      </MenuItem>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-label={t('chats.mute')} className={styles.mute}>
      <span className={styles.muteTitle} aria-hidden="true">
        <IconBellOff size={20} stroke={ICON_STROKE} />
        {t('chats.mute')}
      </span>
      <span className={styles.lengths}>
        {MUTE_NAMES.map((length, index) => (
          <button
            key={length}
            type="button"
            role={role}
            className={styles.length}
            aria-label={t(`chats.mute.${length}.label`)}
            onClick={() => mute(MUTE_CHOICES[index] ?? 0)}
          >
            {t(`chats.mute.${length}`)}
          </button>
        ))}
      </span>
    </div>
  );
}

interface BlockItemProps {
  userId: number;
  isBlocked: boolean;
  role?: 'menuitem';
  onBlock: () => void;
}

export function BlockItem({ userId, isBlocked, role, onBlock }: BlockItemProps) {
  const t = useText('chats');
  const unblock = useUnblock(userId);
  return (
    <MenuItem
      role={role}
      icon={isBlocked ? IconUserCheck : IconBan}
      onClick={isBlocked ? () => void unblock() : onBlock}
    >
      {t(isBlocked ? 'chats.do.unblock' : 'chats.do.block')}
    </MenuItem>
  );
}
