/** What somebody complains about: an ad, a person or a comment. */
export type ComplaintAbout = { board_id: number } | { complain_id: number } | { comment_id: number };
