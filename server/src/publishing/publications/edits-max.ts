/** Number of earlier versions of a publication, and of a comment on it, that are kept and shown. */
export const EDITS_MAX = 100;
