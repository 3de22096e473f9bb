import type { CaptionSpeech } from '@app/contract/messaging/calls';
import type { Lang } from '@app/contract/platform/languages';

/** What a participant tells the others of captions. */
export interface CaptionStatus {
  wants: boolean;
  speech: CaptionSpeech;
}

export interface CaptionLine {
  id: number;
  user: number;
  text: string;
  isFinal: boolean;
}

export interface CaptionsState {
  room: string;
  /** Whether somebody answered and the viewer is in the call. */
  isIn: boolean;
  isMicrophoneOn: boolean;
  /** Languages that this device recognizes by itself; null until it was asked. */
  languages: readonly Lang[] | null;
  /** The language that the viewer speaks. */
  lang: Lang;
  isShown: boolean;
  /** Whether the viewer's speech may become captions, in this call. */
  consent: 'open' | 'agreed' | 'refused';
  isPrepared: boolean;
  isRecognizing: boolean;
  /** What the others told; who is missing told nothing. */
  statuses: ReadonlyMap<number, CaptionStatus>;
  /** What the others were told last. */
  announced: CaptionStatus;
  lines: readonly CaptionLine[];
  lastLineId: number;
}

const NO_STATUS: CaptionStatus = { wants: false, speech: 'off' };
export const NO_CAPTIONS: CaptionsState = {
  room: '',
  isIn: false,
  isMicrophoneOn: false,
  languages: null,
  lang: 'ru',
  isShown: false,
  consent: 'open',
  isPrepared: false,
  isRecognizing: false,
  statuses: new Map(),
  announced: NO_STATUS,
  lines: [],
  lastLineId: 0,
};

export type CaptionsEvent =
  /** Of the call: the people in it without the viewer, and whether the viewer is heard. */
  | { type: 'callChanged'; room: string; isIn: boolean; isMicrophoneOn: boolean; userIds: readonly number[] }
  /** Somebody's page is new in the room, the viewer's own among them: it knows nothing and is known for nothing. */
  | { type: 'joined'; user: number; isViewer: boolean }
  | { type: 'statusReceived'; user: number; status: CaptionStatus }
  | { type: 'captionReceived'; user: number; text: string; isFinal: boolean }
  | { type: 'lineExpired'; id: number }
  | { type: 'languagesFound'; languages: readonly Lang[]; lang: Lang }
  | { type: 'show'; isShown: boolean }
  | { type: 'consent'; isAgreed: boolean }
  | { type: 'chooseLanguage'; lang: Lang }
  | { type: 'prepared'; room: string; lang: Lang; isReady: boolean }
  | { type: 'recognized'; text: string; isFinal: boolean }
  | { type: 'recognitionFailed' };

export type CaptionsEffect =
  | { do: 'findLanguages' }
  | { do: 'prepare'; room: string; lang: Lang }
  | { do: 'startRecognition'; lang: Lang }
  | { do: 'stopRecognition' }
  | { do: 'announce'; status: CaptionStatus }
  | { do: 'sendCaption'; text: string; isFinal: boolean }
  | { do: 'startLineTimer'; id: number; ms: number }
  | { do: 'notifyFailure' };

/** Captions that are seen at once. */
const LINES_MAX = 3;
/** Milliseconds that a guess stays which nothing follows. */
export const GUESS_SHOWN_MS = 8000;
/** Milliseconds that final words stay: time to look, and to read each character. */
export const finalShownMs = (text: string): number => 3000 + 60 * text.length;

export const isCaptioned = ({ statuses }: CaptionsState, userId: number): boolean =>
  statuses.get(userId)?.speech === 'on';

const isWanted = ({ statuses }: CaptionsState): boolean => [...statuses.values()].some(({ wants }) => wants);

/** Whether the viewer can recognize their own speech on this device. */
export const canRecognize = ({ languages }: CaptionsState): boolean => languages !== null && languages.length > 0;

/** Whether captions are offered: this device makes some, or somebody else's speech becomes captions already. */
export const canShowCaptions = (state: CaptionsState): boolean =>
  state.isIn && (state.isShown || canRecognize(state) || [...state.statuses.values()].some(isOn));
const isOn = ({ speech }: CaptionStatus): boolean => speech === 'on';

/** Returns who wants captions while the viewer has not said whether to take part; null without a question. */
export function findAsker(state: CaptionsState): number | null {
  if (!state.isIn || state.consent !== 'open' || !canRecognize(state)) return null;
  return [...state.statuses].find(([, { wants }]) => wants)?.[0] ?? null;
}

/** Nothing is told by whoever neither turned captions on nor was asked for them. */
function statusOf(state: CaptionsState): CaptionStatus {
  const { isShown, consent, isPrepared, languages } = state;
  if (consent === 'agreed' && isPrepared) return { wants: isShown, speech: 'on' };
  return { wants: isShown, speech: isWanted(state) && languages?.length === 0 ? 'unavailable' : 'off' };
}

export function reduceCaptions(
  state: CaptionsState,
  event: CaptionsEvent,
): { state: CaptionsState; effects: readonly CaptionsEffect[] } {
  const { state: next, effects = [] } = apply(state, event);
  const settled = settle(next);
  return { state: settled.state, effects: [...effects, ...settled.effects] };
}

interface Change {
  state: CaptionsState;
  effects?: readonly CaptionsEffect[];
}

function apply(state: CaptionsState, event: CaptionsEvent): Change {
  switch (event.type) {
    case 'callChanged':
      return changeCall(state, event);
    case 'joined': {
      const statuses = new Map(event.isViewer ? [] : state.statuses);
      statuses.delete(event.user);
      return { state: { ...state, statuses, announced: NO_STATUS } };
    }
    case 'statusReceived':
      return { state: { ...state, statuses: new Map(state.statuses).set(event.user, event.status) } };
    case 'captionReceived':
      return state.isShown ? addLine(state, event) : { state };
    case 'lineExpired':
      return { state: { ...state, lines: state.lines.filter(({ id }) => id !== event.id) } };
    case 'languagesFound': {
      const { languages, lang } = event;
      return { state: { ...state, languages, lang: languages.includes(lang) ? lang : (languages[0] ?? lang) } };
    }
    case 'show':
      return { state: { ...state, isShown: event.isShown, lines: [] } };
    case 'consent':
      return event.isAgreed ? prepare({ ...state, consent: 'agreed' }) : { state: { ...state, consent: 'refused' } };
    case 'chooseLanguage':
      return state.consent === 'agreed' ? prepare({ ...state, lang: event.lang }) : { state };
    case 'prepared': {
      const { room, lang, isReady } = event;
      if (room !== state.room || lang !== state.lang || state.consent !== 'agreed') return { state };
      return isReady ? { state: { ...state, isPrepared: true } } : refuse(state);
    }
    case 'recognized': {
      const { text, isFinal } = event;
      return { state, effects: state.isRecognizing ? [{ do: 'sendCaption', text, isFinal }] : [] };
    }
    case 'recognitionFailed':
      return state.isRecognizing ? refuse(state) : { state };
  }
}

function changeCall(state: CaptionsState, event: Extract<CaptionsEvent, { type: 'callChanged' }>): Change {
  const { room, isIn, isMicrophoneOn, userIds } = event;
  const { languages, lang, isRecognizing, lastLineId } = state;
  // Another call begins with nothing turned on and nothing agreed.
  const from = room === state.room ? state : { ...NO_CAPTIONS, room, languages, lang, isRecognizing, lastLineId };
  const here = [...from.statuses].filter(([user]) => userIds.includes(user));
  const isSame = from.isIn === isIn && from.isMicrophoneOn === isMicrophoneOn && here.length === from.statuses.size;
  // A call changes several times a second; most of that is nothing to captions.
  if (isSame) return { state: from };
  return {
    state: { ...from, isIn, isMicrophoneOn, statuses: new Map(here) },
    effects: isIn && !from.isIn && languages === null ? [{ do: 'findLanguages' }] : [],
  };
}

const prepare = (state: CaptionsState): Change => ({
  state: { ...state, isPrepared: false },
  effects: [{ do: 'prepare', room: state.room, lang: state.lang }],
});

const refuse = (state: CaptionsState): Change => ({
  state: { ...state, consent: 'refused', isPrepared: false },
  effects: [{ do: 'notifyFailure' }],
});

/** Words replace the guess of the same person, or begin a line of their own. */
function addLine(state: CaptionsState, said: Extract<CaptionsEvent, { type: 'captionReceived' }>): Change {
  const { user, text, isFinal } = said;
  const guess = state.lines.find((line) => line.user === user && !line.isFinal);
  const id = guess?.id ?? state.lastLineId + 1;
  const line: CaptionLine = { id, user, text, isFinal };
  const lines = guess ? state.lines.map((one) => (one === guess ? line : one)) : [...state.lines, line];
  return {
    state: { ...state, lines: lines.slice(-LINES_MAX), lastLineId: Math.max(id, state.lastLineId) },
    effects: [{ do: 'startLineTimer', id, ms: isFinal ? finalShownMs(text) : GUESS_SHOWN_MS }],
  };
}

/** Recognizes while somebody else wants the words, and tells the others what changed. */
function settle(state: CaptionsState): { state: CaptionsState; effects: readonly CaptionsEffect[] } {
  const effects: CaptionsEffect[] = [];
  const { consent, isPrepared, isIn, isMicrophoneOn, lang, announced } = state;
  const isRecognizing = consent === 'agreed' && isPrepared && isIn && isMicrophoneOn && isWanted(state);
  if (isRecognizing !== state.isRecognizing)
    effects.push(isRecognizing ? { do: 'startRecognition', lang } : { do: 'stopRecognition' });
  const status = statusOf(state);
  const isNews = status.wants !== announced.wants || status.speech !== announced.speech;
  if (!isIn || !isNews) return { state: effects.length === 0 ? state : { ...state, isRecognizing }, effects };
  return { state: { ...state, isRecognizing, announced: status }, effects: [...effects, { do: 'announce', status }] };
}
