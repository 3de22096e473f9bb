import {
  type Icon,
  IconBan,
  IconBellOff,
  IconBellRinging,
  IconClock,
  IconDots,
  IconFlag,
  IconHeart,
  IconHeartFilled,
  IconHeartOff,
  IconMessageCircle,
  IconShare3,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
} from 'virtual:icons';
import type { CardKind } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { type ButtonVariant, button, iconButton } from '../../ui/button.ts';
import { PreHydrationButton } from '../../ui/form/pre-hydration-button.tsx';
import { Menu, menuRow, menuSeparator } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart, quietPart } from '../../ui/lazy-part.ts';
import type { PersonDialog } from './dialogs/person-dialogs.tsx';
import styles from './friendship-button.module.css';
import {
  afterFriendAction,
  type FriendAction,
  type Friendship,
  friendshipOf,
  friendshipStatus,
  OPTIMISTIC_ACTIONS,
} from './friendship-status.ts';
import { useFriendAction } from './use-friend-action.ts';
import { useMute } from './use-mute.ts';

declare module '../../platform/slots.ts' {
  interface Slots {
    /** Buttons for a call and a video call, about an ad where one is given. */
    CallButtons: ComponentType<{
      person: { id: number; may_call?: 0 | 1 | undefined };
      place: 'panel' | 'line' | 'menu';
      on?: 'wide' | 'phone';
      adId?: number;
    }>;
    /** Sends a card into chats. */
    ShareDialog: ComponentType<{ card: { kind: CardKind; id: number }; isOpen: boolean; onClose: () => void }>;
  }
}

const PersonDialogs = lazy(() =>
  import('./dialogs/person-dialogs.tsx').then(({ PersonDialogs }) => ({ default: PersonDialogs })),
);

const CallButtons = quietPart(() => loadSlot('CallButtons'));

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

export type FriendTarget = Pick<
  User,
  | 'id'
  | 'firstname'
  | 'lastname'
  | 'friendship'
  | 'friendship_direction'
  | 'kith'
  | 'muted'
  | 'muted_until'
  | 'may_write'
  | 'may_call'
>;

interface FriendshipButtonProps {
  user: FriendTarget;
  look: 'wide' | 'row';
  /**
   * Called with the shown friendship: optimistically for some actions, and again with the old state when the server
   * rejects.
   */
  onFriendship?: (friendship: Friendship) => void;
  /** Another relationship of the person changed on the server: a block or mute. */
  onOther?: () => void;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface RowProps {
  icon: Icon;
  text: string;
  onPress: () => void;
}

function Row({ icon: RowIcon, text, onPress }: RowProps) {
  return (
    <PreHydrationButton className={menuRow} onPress={onPress}>
      <RowIcon {...ICON} />
      {text}
    </PreHydrationButton>
  );
}

function useShownFriendship(user: FriendTarget, onFriendship: FriendshipButtonProps['onFriendship']) {
  const [own, setOwn] = useState<{ of: FriendTarget; friendship: Friendship } | null>(null);
  const shown = own?.of === user ? own.friendship : friendshipOf(user);
  function show(friendship: Friendship): void {
    setOwn({ of: user, friendship });
    onFriendship?.(friendship);
  }
  return { shown, show };
}

/** Moves the focus to the next button when the pressed one disappears. */
function useFocusRestore(status: string) {
  const root = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another standing has other buttons
  useEffect(() => {
    if (isPressed.current && (document.activeElement === document.body || document.activeElement === null))
      root.current?.querySelector<HTMLElement>('button')?.focus();
    isPressed.current = false;
  }, [status]);
  return { root, press: () => (isPressed.current = true) };
}

export function FriendshipButton({ user, look, onFriendship, onOther }: FriendshipButtonProps) {
  const menuId = useId();
  const { sending, send } = useFriendAction();
  const { shown, show } = useShownFriendship(user, onFriendship);
  const { isMuted, unmute } = useMute(user, onOther);
  const [dialog, setDialog] = useState<PersonDialog | null>(null);
  const [isSharing, setSharing] = useState(false);
  const status = friendshipStatus(shown);
  const { root, press } = useFocusRestore(status);

  async function act(action: FriendAction): Promise<void> {
    if (sending === null && OPTIMISTIC_ACTIONS.has(action)) show(afterFriendAction(shown, action));
    press();
    const answer = await send(user.id, action);
    if (answer) show(answer);
    else if (sending === null) show(shown);
  }

  const part = { user, look, friendship: shown, menuId, onAct: (action: FriendAction) => void act(action) };
  return (
    <div ref={root} className={styles.row} data-look={look} data-words={status !== 'friend' || undefined}>
      <Buttons {...part} sending={sending?.action} />
      <PersonMenu
        {...part}
        isMuted={isMuted}
        onUnmute={() => void unmute()}
        onShare={() => setSharing(true)}
        onDialog={setDialog}
      />
      {isSharing && (
        <Suspense>
          <ShareDialog card={{ kind: 'user', id: user.id }} isOpen onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {dialog !== null && (
        <Suspense>
          <PersonDialogs
            user={user}
            dialog={dialog}
            onRemove={() => void act('remove')}
            onDone={onOther}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface PartProps extends Pick<FriendshipButtonProps, 'user' | 'look'> {
  friendship: Friendship;
  menuId: string;
  onAct: (action: FriendAction) => void;
}

const BUTTONS = { none: ['request'], income: ['accept', 'hide'], sent: [], friend: [] } as const;
const BUTTON_TEXTS = { request: 'add', accept: 'accept', hide: 'hide' } as const;

function Buttons({
  user,
  look,
  friendship,
  menuId,
  sending,
  onAct,
}: PartProps & { sending: FriendAction | undefined }) {
  const t = useText('circle');
  const status = friendshipStatus(friendship);
  const name = `${user.firstname} ${user.lastname}`.trim();
  const isWide = look === 'wide';
  const isKith = friendship.kith === 1;
  const main = (variant: ButtonVariant): string =>
    `${isWide ? button(variant) : button(variant, 'small')} ${styles.main}`;
  const variants = { request: 'light', accept: isWide ? 'primary' : 'light', hide: 'plain' } as const;
  const StatusIcon = status === 'sent' ? IconClock : isKith ? IconHeartFilled : IconUserCheck;
  return (
    <>
      {BUTTONS[status].map((action) => (
        <PreHydrationButton
          key={action}
          className={main(variants[action])}
          aria-label={isWide && action === 'request' ? undefined : t(`circle.${BUTTON_TEXTS[action]}.of`, { name })}
          aria-busy={sending === action}
          onPress={() => onAct(action)}
        >
          {action === 'request' && <IconUserPlus {...ICON} />}
          {t(`circle.${BUTTON_TEXTS[action]}`)}
        </PreHydrationButton>
      ))}
      {status === 'friend' && !isWide && user.may_write === 1 && (
        <Link
          to={`/conversation/${user.id}`}
          className={iconButton}
          aria-label={t('circle.write.of', { name })}
          title={t('circle.write')}
        >
          <IconMessageCircle {...ICON} />
        </Link>
      )}
      {status === 'sent' || (status === 'friend' && isWide) ? (
        <button
          type="button"
          className={`${main('plain')} ${styles.state}`}
          aria-busy={sending === (status === 'sent' ? 'cancel' : 'remove')}
          popoverTarget={menuId}
        >
          <StatusIcon {...ICON} className={isKith ? styles.kith : undefined} />
          {t(status === 'sent' ? 'circle.sent' : 'circle.friend')}
          {isKith && <span className="sr">{t('circle.kith.mark')}</span>}
          <IconDots {...ICON} className={styles.dots} />
        </button>
      ) : (
        <button
          type="button"
          className={`${iconButton} ${isWide ? styles.more : ''}`}
          aria-label={t('circle.menu', { name })}
          title={t('circle.menu', { name })}
          popoverTarget={menuId}
        >
          <IconDots {...ICON} />
        </button>
      )}
    </>
  );
}

interface PersonMenuProps extends PartProps {
  isMuted: boolean;
  onUnmute: () => void;
  onShare: () => void;
  onDialog: (dialog: PersonDialog) => void;
}

function PersonMenu(props: PersonMenuProps) {
  const { user, look, friendship, menuId, onAct, isMuted, onUnmute, onShare, onDialog } = props;
  const t = useText('circle');
  const status = friendshipStatus(friendship);
  const kith = friendship.kith === 1 ? 'unkith' : 'kith';
  return (
    <Menu id={menuId} label={t('circle.menu', { name: `${user.firstname} ${user.lastname}`.trim() })}>
      {look === 'row' && user.may_write === 1 && (
        <Link to={`/conversation/${user.id}`} className={menuRow}>
          <IconMessageCircle {...ICON} />
          {t('circle.write')}
        </Link>
      )}
      {look === 'row' && user.may_call === 1 && (
        <Suspense>
          <CallButtons person={user} place="menu" on="phone" />
        </Suspense>
      )}
      <Row icon={IconShare3} text={t('circle.contact')} onPress={onShare} />
      <hr className={menuSeparator} />
      {status === 'sent' && <Row icon={IconUserMinus} text={t('circle.cancel')} onPress={() => onAct('cancel')} />}
      {status === 'friend' && (
        <>
          <Row
            icon={kith === 'kith' ? IconHeart : IconHeartOff}
            text={t(`circle.${kith}`)}
            onPress={() => onAct(kith)}
          />
          <p className={styles.explain}>{t('circle.kith.explain')}</p>
          <Row icon={IconUserMinus} text={t('circle.remove')} onPress={() => onDialog('remove')} />
        </>
      )}
      {(status === 'sent' || status === 'friend') && <hr className={menuSeparator} />}
      {isMuted ? (
        <Row icon={IconBellRinging} text={t('circle.unmute')} onPress={onUnmute} />
      ) : (
        <Row icon={IconBellOff} text={t('circle.mute')} onPress={() => onDialog('mute')} />
      )}
      <Row icon={IconBan} text={t('circle.block')} onPress={() => onDialog('block')} />
      <Row icon={IconFlag} text={t('ads.complain.user')} onPress={() => onDialog('report')} />
    </Menu>
  );
}
