import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Attempt } from './use-attempt.ts';

interface CommentCalls<Item, Input> {
  edit: (comment: Item, input: Input) => Promise<void>;
  hide: (comment: Item, hidden: 0 | 1) => Promise<void>;
  remove: (comment: Item) => Promise<void>;
}

/** Edits, hides and removes a comment and tells what was done. */
export function useCommentActions<Item, Input>(calls: CommentCalls<Item, Input>, attempt: Attempt) {
  const t = useText('comments');

  const edit = (comment: Item, input: Input): Promise<boolean> =>
    attempt(async () => {
      await calls.edit(comment, input);
      toast.success(t('comments.edit.done'));
    });

  const setHidden = (comment: Item, hidden: 0 | 1): Promise<boolean> =>
    attempt(async () => {
      await calls.hide(comment, hidden);
      const undo = { label: t('comments.hide.undo'), onPress: () => void setHidden(comment, 0) };
      if (hidden) toast.success(t('comments.hide.done'), { action: undo });
      else toast.success(t('comments.show.done'));
    });

  async function remove(comment: Item): Promise<void> {
    if (await attempt(() => calls.remove(comment))) toast.success(t('comments.delete.done'));
  }

  return { edit, setHidden, remove };
}
