import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

interface CountedComment {
  hidden: boolean;
  deleted_at: Date | null;
  replies_count: number;
}

interface ThreadComment extends CountedComment {
  id: number;
  parent_id: number | null;
  blocked_at: Date | null;
}

/** The comments of one kind of thing. */
interface CommentStore<Comment> {
  find(tx: Tx, id: number): Promise<Comment | undefined>;
  update(tx: Tx, id: number, change: Partial<Omit<ThreadComment, 'id' | 'parent_id'>>): Promise<void>;
  remove(tx: Tx, id: number): Promise<void>;
  hasReplies(tx: Tx, id: number): Promise<boolean>;
  /** Locks the thing that is commented. False when it is gone. */
  lockThing(tx: Tx, comment: Comment): Promise<boolean>;
  adjustCount(tx: Tx, comment: Comment, change: number): Promise<unknown>;
}

/**
 * Counts the visible comments of a thread: a hidden comment hides its replies; a deleted one kept for its replies does
 * not count.
 */
export function countThread({ hidden, deleted_at, replies_count }: CountedComment): number {
  if (hidden) return 0;
  return (deleted_at === null ? 1 : 0) + replies_count;
}

export function requireExisting<Comment extends CountedComment>(comment: Comment | undefined): Comment {
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  return comment;
}

/** What hiding and deleting change in a thread: a comment, its replies and how many of them count. */
export class CommentThreads<Comment extends ThreadComment> {
  readonly #store: CommentStore<Comment>;

  constructor(store: CommentStore<Comment>) {
    this.#store = store;
  }

  /** Hides a comment by a staff decision, or shows it again with `null`. Returns false when nothing changes. */
  async block(tx: Tx, id: number, blockedAt: Date | null): Promise<boolean> {
    const { find, update, lockThing, adjustCount } = this.#store;
    const known = await find(tx, id);
    if (known === undefined || !(await lockThing(tx, known))) return false;
    const comment = await find(tx, id);
    if (comment === undefined || comment.deleted_at !== null) return false;
    const hidden = blockedAt !== null;
    if (!hidden && comment.blocked_at === null) return false;
    await update(tx, id, { hidden, blocked_at: blockedAt });
    if (comment.hidden !== hidden) await adjustCount(tx, comment, await this.countChange(tx, comment, hidden));
    return true;
  }

  /** Hiding a comment hides its replies; a reply counts only while its comment is visible. */
  async countChange(tx: Tx, comment: Comment, hidden: boolean): Promise<number> {
    if (comment.parent_id === null) return countThread({ ...comment, hidden }) - countThread(comment);
    const thread = await this.#store.find(tx, comment.parent_id);
    if (thread === undefined) return 0;
    const change = hidden ? -1 : 1;
    await this.#store.update(tx, thread.id, { replies_count: thread.replies_count + change });
    return thread.hidden ? 0 : change;
  }

  /** A deleted comment that was kept for its replies goes with the last of them. */
  async removeReply(tx: Tx, reply: Comment, parentId: number): Promise<number> {
    const { find, update, remove, hasReplies } = this.#store;
    await remove(tx, reply.id);
    const thread = await find(tx, parentId);
    if (thread === undefined) return 0;
    const left = thread.replies_count - (reply.hidden ? 0 : 1);
    if (thread.deleted_at !== null && !(await hasReplies(tx, thread.id))) await remove(tx, thread.id);
    else await update(tx, thread.id, { replies_count: left });
    return countThread({ ...thread, replies_count: left }) - countThread(thread);
  }
}
