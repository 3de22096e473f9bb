import { IconShare3 } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { ShareMenu } from '../share-menu.tsx';
import styles from './publication.module.css';
import { publicationAddress } from './publication-address.ts';

interface PublicationShareProps {
  publishId: number;
  authorId: number;
  name: string;
  isSignedIn: boolean;
  /** Whether the author allows sending the publication into chats as a card. */
  maySend: boolean;
}

export function PublicationShare({ publishId, authorId, name, isSignedIn, maySend }: PublicationShareProps) {
  const t = useText('posts');
  const id = `publication-${publishId}-share`;
  return (
    <>
      <button type="button" className={styles.action} popoverTarget={id} data-share="">
        <IconShare3 size={22} stroke={ICON_STROKE} aria-hidden="true" />
        <span>{t('posts.share')}</span>
      </button>
      <ShareMenu
        id={id}
        path={publicationAddress(authorId, publishId)}
        title={name}
        card={{ kind: 'publication', id: publishId }}
        isSignedIn={isSignedIn}
        maySend={maySend}
        deviceClass={styles.device}
        texts={{
          menu: t('posts.share'),
          chat: t('posts.share.chat'),
          copy: t('posts.copy'),
          copied: t('posts.copied'),
          device: t('posts.share.more'),
        }}
      />
    </>
  );
}
