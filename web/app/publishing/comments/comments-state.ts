import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { AdComment, AdReply, commentsApi } from '@app/contract/publishing/comments';

type CommentsPage = ResponseOf<typeof commentsApi.list>;

export type Abilities = Pick<
  CommentsPage,
  'may_comment' | 'may_reply' | 'may_rate' | 'may_hide' | 'may_remove' | 'closed'
>;

type AnyReply = Pick<AdReply, 'id' | 'reply_to' | 'message' | 'user' | 'own' | 'edited' | 'deleted'>;
export type AnyThread = AnyReply & { replies: AnyReply[]; replies_total: number };
type ReplyOf<Thread extends AnyThread> = Thread['replies'][number];

/** Loaded comments, newest first, each with its loaded replies, oldest first. */
export interface CommentsState<Thread extends AnyThread = AdComment, May = Abilities> {
  comments: readonly Thread[];
  total: number;
  abilities: May;
}

export interface ThreadsPage<Thread extends AnyThread = AdComment, May = Abilities> extends CommentsState<Thread, May> {
  count: number;
}

/** State from the first page. The sought comment is placed first when its own position is on a later page. */
export function startState<Thread extends AnyThread, May>(
  { comments, total, abilities }: ThreadsPage<Thread, May>,
  sought?: Thread,
  before?: CommentsState<Thread, May> | null,
): CommentsState<Thread, May> {
  const first = sought ? [sought, ...comments.filter(({ id }) => id !== sought.id)] : comments;
  const known = new Map(before?.comments.map((thread) => [thread.id, thread.replies]));
  return {
    comments: first.map((thread) => ({ ...thread, replies: mergeReplies(known.get(thread.id) ?? [], thread) })),
    total,
    abilities,
  };
}

export function addOlder<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  { comments, total, abilities }: ThreadsPage<Thread, May>,
): CommentsState<Thread, May> {
  const known = new Set(state.comments.map(({ id }) => id));
  return { comments: [...state.comments, ...comments.filter(({ id }) => !known.has(id))], total, abilities };
}

/** Inserts or replaces one comment at its place by date. A comment older than every loaded one is not inserted. */
export function upsertThread<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  thread: Thread,
  total = state.total,
): CommentsState<Thread, May> {
  const known = state.comments.find(({ id }) => id === thread.id);
  const oldest = state.comments.at(-1)?.id ?? 0;
  const isAllLoaded = state.comments.length >= state.total;
  if (!known && thread.id < oldest && !isAllLoaded) return { ...state, total };
  const merged = known ? { ...thread, replies: mergeReplies(known.replies, thread) } : thread;
  const others = state.comments.filter(({ id }) => id !== thread.id);
  const at = others.findIndex(({ id }) => id < thread.id);
  const comments = at === -1 ? [...others, merged] : [...others.slice(0, at), merged, ...others.slice(at)];
  return { ...state, comments, total };
}

/** The server sends only the first replies of a thread, so later replies that are already loaded are retained. */
function mergeReplies<Thread extends AnyThread>(
  known: readonly ReplyOf<Thread>[],
  { replies, replies_total }: Thread,
): ReplyOf<Thread>[] {
  const last = replies.at(-1)?.id ?? 0;
  const later = known.filter(({ id }) => id > last);
  return replies.length < replies_total ? [...replies, ...later.slice(0, replies_total - replies.length)] : replies;
}

export function addReplies<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  threadId: number,
  replies: readonly ReplyOf<Thread>[],
  total: number,
): CommentsState<Thread, May> {
  return changeThread(state, threadId, (thread) => {
    const known = new Set(thread.replies.map(({ id }) => id));
    const added = replies.filter(({ id }) => !known.has(id));
    return { ...thread, replies: [...thread.replies, ...added], replies_total: total };
  });
}

/** Inserts the viewer's own reply, even if replies before it are not loaded. */
export function upsertReply<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  reply: ReplyOf<Thread>,
): CommentsState<Thread, May> {
  if (reply.reply_to === null) return state;
  return changeThread(state, reply.reply_to, (thread) => {
    const isKnown = thread.replies.some(({ id }) => id === reply.id);
    return isKnown
      ? { ...thread, replies: thread.replies.map((one) => (one.id === reply.id ? reply : one)) }
      : { ...thread, replies: [...thread.replies, reply], replies_total: thread.replies_total + 1 };
  });
}

/** Removes a comment or reply. A comment with replies stays as an empty placeholder until its last reply is removed. */
export function removeComment<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  id: number,
  threadId: number | null,
): CommentsState<Thread, May> {
  if (threadId !== null) {
    const emptied = changeThread(state, threadId, (thread) => {
      const isKnown = thread.replies.some((reply) => reply.id === id);
      return {
        ...thread,
        replies: thread.replies.filter((reply) => reply.id !== id),
        replies_total: thread.replies_total - (isKnown ? 1 : 0),
      };
    });
    const thread = emptied.comments.find((comment) => comment.id === threadId);
    return thread?.deleted === 1 && thread.replies_total === 0 ? removeThread(emptied, threadId) : emptied;
  }
  const thread = state.comments.find((comment) => comment.id === id);
  if (thread === undefined || thread.replies_total === 0) return removeThread(state, id);
  const user = { id: 0, firstname: '', lastname: '', photo: null };
  return changeThread(state, id, (one) => ({ ...one, deleted: 1, own: 0, edited: 0, rating: 0, message: '', user }));
}

export function removeThread<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  id: number,
): CommentsState<Thread, May> {
  const comments = state.comments.filter((comment) => comment.id !== id);
  return { ...state, comments, total: state.total - (state.comments.length - comments.length) };
}

export function updateAbilities<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  abilities: Partial<NoInfer<May>>,
): CommentsState<Thread, May> {
  return { ...state, abilities: { ...state.abilities, ...abilities } };
}

function changeThread<Thread extends AnyThread, May>(
  state: CommentsState<Thread, May>,
  id: number,
  change: (thread: Thread) => Thread,
): CommentsState<Thread, May> {
  return { ...state, comments: state.comments.map((thread) => (thread.id === id ? change(thread) : thread)) };
}
