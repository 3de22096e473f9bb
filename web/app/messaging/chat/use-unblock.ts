import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { blockChat } from './engine/actions.ts';

export function useUnblock(userId: number): () => Promise<void> {
  const t = useText('chats');
  return async () => {
    if (await blockChat(userId, false)) toast.success(t('chats.done.unblock'));
  };
}
