import { expect, test } from 'vitest';
import {
  type CaptionsEffect,
  type CaptionsEvent,
  type CaptionsState,
  canShowCaptions,
  finalShownMs,
  findAsker,
  GUESS_SHOWN_MS,
  NO_CAPTIONS,
  reduceCaptions,
} from './captions-state.ts';

const [IGOR, OLGA] = [2, 3];
const inCall = (change: Partial<Extract<CaptionsEvent, { type: 'callChanged' }>> = {}): CaptionsEvent => ({
  type: 'callChanged',
  room: 'a',
  isIn: true,
  isMicrophoneOn: true,
  userIds: [IGOR],
  ...change,
});
const found = (...languages: ('ru' | 'en')[]): CaptionsEvent => ({ type: 'languagesFound', languages, lang: 'ru' });
const status = (user: number, wants: boolean, speech: 'off' | 'on' | 'unavailable' = 'off'): CaptionsEvent => ({
  type: 'statusReceived',
  user,
  status: { wants, speech },
});
const agree = { type: 'consent', isAgreed: true } as const;
const refuse = { type: 'consent', isAgreed: false } as const;
const prepared = { type: 'prepared', room: 'a', lang: 'ru', isReady: true } as const;
const show = { type: 'show', isShown: true } as const;
const said = (user: number, text: string, isFinal = false): CaptionsEvent => ({
  type: 'captionReceived',
  user,
  text,
  isFinal,
});

function after(events: readonly CaptionsEvent[], from: CaptionsState = NO_CAPTIONS) {
  let state = from;
  const effects: CaptionsEffect[] = [];
  for (const event of events) {
    const step = reduceCaptions(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, done: effects.map((effect) => effect.do) };
}
const linesOf = (state: CaptionsState) => state.lines.map(({ user, text, isFinal }) => [user, text, isFinal]);

test('a call in which nobody turns captions on only asks the device for its languages, once', () => {
  const { state, done } = after([
    inCall({ isIn: false }),
    inCall(),
    found('ru', 'en'),
    { type: 'joined', user: IGOR, isViewer: false },
    { type: 'joined', user: 1, isViewer: true },
    inCall({ isMicrophoneOn: false }),
    inCall({ userIds: [IGOR, OLGA] }),
  ]);
  expect(done).toEqual(['findLanguages']);
  expect([canShowCaptions(state), findAsker(state)]).toEqual([true, null]);
  expect(after([inCall()], state).state).toEqual({ ...state, isMicrophoneOn: true });
});

test('what changes nothing for captions leaves the state itself', () => {
  const { state } = after([inCall(), found('ru'), status(IGOR, true)]);
  expect(reduceCaptions(state, inCall()).state).toBe(state);
});

test('without recognition on the device captions are offered only once somebody else’s speech becomes captions', () => {
  const { state } = after([inCall(), found()]);
  expect(canShowCaptions(state)).toBe(false);
  expect(canShowCaptions(after([status(IGOR, true)], state).state)).toBe(false);
  expect(canShowCaptions(after([status(IGOR, false, 'on')], state).state)).toBe(true);
});

test('whoever is asked and cannot says so, and is not asked whether to agree', () => {
  const { state, effects } = after([inCall(), status(IGOR, true), found()]);
  expect(effects.at(-1)).toEqual({ do: 'announce', status: { wants: false, speech: 'unavailable' } });
  expect(findAsker(state)).toBeNull();
  expect(after([status(IGOR, false)], state).effects).toEqual([
    { do: 'announce', status: { wants: false, speech: 'off' } },
  ]);
});

test('speech is recognized only while the viewer agrees, is heard, and somebody else wants it', () => {
  const asked = after([inCall(), found('ru'), status(IGOR, true)]);
  expect(asked.done).toEqual(['findLanguages']);
  expect(findAsker(asked.state)).toBe(IGOR);

  const agreed = after([agree], asked.state);
  expect(agreed.effects).toEqual([{ do: 'prepare', room: 'a', lang: 'ru' }]);
  expect(findAsker(agreed.state)).toBeNull();
  const ready = after([prepared], agreed.state);
  expect(ready.effects).toEqual([
    { do: 'startRecognition', lang: 'ru' },
    { do: 'announce', status: { wants: false, speech: 'on' } },
  ]);
  for (const [stop, start] of [
    [inCall({ isMicrophoneOn: false }), inCall()],
    [status(IGOR, false), status(IGOR, true)],
    [inCall({ isIn: false }), inCall()],
  ] as const) {
    const stopped = after([stop], ready.state);
    expect(stopped.effects).toEqual([{ do: 'stopRecognition' }]);
    expect(after([start], stopped.state).done).toEqual(['startRecognition']);
  }
  expect(after([inCall({ userIds: [] })], ready.state).done).toEqual(['stopRecognition']);
  expect(after([refuse], ready.state).effects).toEqual([
    { do: 'stopRecognition' },
    { do: 'announce', status: { wants: false, speech: 'off' } },
  ]);
});

test('words are sent while they are recognized, and not a moment longer', () => {
  const words = { type: 'recognized', text: 'да', isFinal: true } as const;
  const { state } = after([inCall(), found('ru'), status(IGOR, true), agree, prepared]);
  expect(after([words], state).effects).toEqual([{ do: 'sendCaption', text: 'да', isFinal: true }]);
  expect(after([inCall({ isMicrophoneOn: false }), words], state).done).toEqual(['stopRecognition']);
});

test('a no is not asked again in this call, and can be changed by the viewer alone', () => {
  const { state } = after([inCall(), found('ru'), status(IGOR, true), refuse, status(IGOR, false), status(IGOR, true)]);
  expect(findAsker(state)).toBeNull();
  expect(after([agree, prepared], state).state.isRecognizing).toBe(true);
  const next = after([inCall({ room: 'b' }), status(IGOR, true)], state);
  expect(findAsker(next.state)).toBe(IGOR);
});

test('what fails ends the consent and says so', () => {
  const { state } = after([inCall(), found('ru'), status(IGOR, true), agree]);
  const failed = after([{ ...prepared, isReady: false }], state);
  expect([failed.state.consent, failed.done]).toEqual(['refused', ['notifyFailure']]);
  const broken = after([prepared, { type: 'recognitionFailed' }], state);
  expect([broken.state.consent, broken.state.isRecognizing]).toEqual(['refused', false]);
  expect(broken.done).toEqual(['startRecognition', 'announce', 'notifyFailure', 'stopRecognition', 'announce']);
  expect(after([refuse, prepared], state).state.isPrepared).toBe(false);
});

test('another language is prepared before it is recognized; one that comes late counts for nothing', () => {
  const { state } = after([inCall(), found('ru', 'en'), status(IGOR, true), agree, prepared]);
  const chosen = after([{ type: 'chooseLanguage', lang: 'en' }], state);
  expect(chosen.done).toEqual(['prepare', 'stopRecognition', 'announce']);
  expect(after([prepared], chosen.state).done).toEqual([]);
  const ready = after([{ ...prepared, lang: 'en' }], chosen.state);
  expect(ready.effects[0]).toEqual({ do: 'startRecognition', lang: 'en' });
});

test('everybody who comes in is told, and whose page is new is known for nothing', () => {
  const { state } = after([inCall({ userIds: [IGOR, OLGA] }), found('ru'), show, status(IGOR, true, 'on')]);
  const came = after([{ type: 'joined', user: OLGA, isViewer: false }], state);
  expect(came.effects).toEqual([{ do: 'announce', status: { wants: true, speech: 'off' } }]);
  const back = after([{ type: 'joined', user: IGOR, isViewer: false }], state);
  expect([...back.state.statuses]).toEqual([]);
  const own = after([{ type: 'joined', user: 1, isViewer: true }], state);
  expect([...own.state.statuses]).toEqual([]);
  expect(own.done).toEqual(['announce']);
});

test('guesses of a person replace each other, final words stay, and others have lines of their own', () => {
  const { state, effects } = after([
    inCall({ userIds: [IGOR, OLGA] }),
    found('ru'),
    said(IGOR, 'До'),
    show,
    said(IGOR, 'Доб'),
    said(OLGA, 'Привет', true),
    said(IGOR, 'Добрый', true),
    said(IGOR, 'ве'),
  ]);
  expect(linesOf(state)).toEqual([
    [IGOR, 'Добрый', true],
    [OLGA, 'Привет', true],
    [IGOR, 'ве', false],
  ]);
  const timers = effects.flatMap((effect) => (effect.do === 'startLineTimer' ? [[effect.id, effect.ms]] : []));
  expect(timers).toEqual([
    [1, GUESS_SHOWN_MS],
    [2, finalShownMs('Привет')],
    [1, finalShownMs('Добрый')],
    [3, GUESS_SHOWN_MS],
  ]);
  expect(linesOf(after([said(OLGA, 'Ещё')], state).state)).toHaveLength(3);
  expect(linesOf(after([{ type: 'lineExpired', id: 1 }], state).state)).toHaveLength(2);
  expect(linesOf(after([{ type: 'show', isShown: false }, said(IGOR, 'вечер')], state).state)).toEqual([]);
});

test('another call begins with captions off and nothing agreed; recognition of the last one ends', () => {
  const { state } = after([inCall(), found('ru', 'en'), show, status(IGOR, true), agree, prepared, said(IGOR, 'да')]);
  const next = after(
    [inCall({ room: '', isIn: false, isMicrophoneOn: false, userIds: [] }), inCall({ room: 'b' })],
    state,
  );
  expect(next.done).toEqual(['stopRecognition']);
  expect(next.state).toMatchObject({ isShown: false, consent: 'open', isRecognizing: false, lines: [], lang: 'ru' });
});
