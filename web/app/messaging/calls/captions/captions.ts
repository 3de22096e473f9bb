import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { isLang, type Lang } from '@app/contract/platform/languages';
import { createMachine } from '../../../platform/state-machine.ts';
import { type ActiveCall, isLive } from '../call-state.ts';
import { createCaptionPacer } from './caption-pacer.ts';
import {
  type CaptionsEffect,
  type CaptionsEvent,
  type CaptionsState,
  NO_CAPTIONS,
  reduceCaptions,
} from './captions-state.ts';
import { findSpeechLanguages, prepareSpeech } from './device-speech.ts';
import { createRecognition } from './recognition.ts';

interface CaptionsPorts {
  viewerId: number;
  send(message: { type: 'captions' | 'caption' } & Record<string, unknown>): void;
  /** The viewer's speech cannot be recognized, although that was wanted. */
  onFailed(): void;
}

export interface Captions {
  state(): CaptionsState;
  subscribe(listener: () => void): () => void;
  follow(running: ActiveCall | null): void;
  handleRoomEvent(event: EnterCallEvent): void;
  show(isShown: boolean): void;
  /** Whether the viewer's speech may become captions. Has to be called while a press is handled. */
  consent(isAgreed: boolean): void;
  chooseLanguage(lang: Lang): void;
  close(): void;
}

const pageLanguage = (): Lang => {
  const { lang } = document.documentElement;
  return isLang(lang) ? lang : NO_CAPTIONS.lang;
};

function createLineTimers(onExpired: (id: number) => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  return {
    start(id: number, ms: number): void {
      clearTimeout(timers.get(id));
      const expire = (): void => {
        timers.delete(id);
        onExpired(id);
      };
      timers.set(id, setTimeout(expire, ms));
    },
    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The captions of this page's call: what the others say, and the viewer's own speech for them. */
export function createCaptions({ viewerId, send, onFailed }: CaptionsPorts): Captions {
  const machine = createMachine<CaptionsState, CaptionsEvent, CaptionsEffect>(reduceCaptions, NO_CAPTIONS, run);
  const lineTimers = createLineTimers((id) => machine.send({ type: 'lineExpired', id }));
  const pacer = createCaptionPacer(({ text, isFinal }) => send({ type: 'caption', text, final: isFinal ? 1 : 0 }));
  const recognition = createRecognition({
    onWords: (text, isFinal) => machine.send({ type: 'recognized', text, isFinal }),
    onFailed: () => machine.send({ type: 'recognitionFailed' }),
  });

  async function findLanguages(): Promise<void> {
    const languages = await findSpeechLanguages();
    machine.send({ type: 'languagesFound', languages, lang: pageLanguage() });
  }

  async function prepare({ room, lang }: Extract<CaptionsEffect, { do: 'prepare' }>): Promise<void> {
    const isReady = await prepareSpeech(lang);
    machine.send({ type: 'prepared', room, lang, isReady });
  }

  function stop(): void {
    recognition.stop();
    pacer.clear();
  }

  function run(effect: CaptionsEffect): void {
    if (effect.do === 'findLanguages') void findLanguages();
    else if (effect.do === 'prepare') void prepare(effect);
    else if (effect.do === 'startRecognition') recognition.start(effect.lang);
    else if (effect.do === 'stopRecognition') stop();
    else if (effect.do === 'announce')
      send({ type: 'captions', wants: effect.status.wants ? 1 : 0, speech: effect.status.speech });
    else if (effect.do === 'sendCaption') pacer.push(effect.text, effect.isFinal);
    else if (effect.do === 'startLineTimer') lineTimers.start(effect.id, effect.ms);
    else onFailed();
  }

  return {
    state: machine.state,
    subscribe: machine.subscribe,
    follow(running) {
      const live = isLive(running) ? running : null;
      const people = live?.call?.people.filter(({ state }) => state === 'joined') ?? [];
      recognition.setSound(live?.own.sound ?? null);
      machine.send({
        type: 'callChanged',
        room: live?.room ?? '',
        isIn: live?.phase === 'running' || live?.phase === 'connecting',
        isMicrophoneOn: live?.own.microphone.isOn === true,
        userIds: people.map(({ user_id }) => user_id).filter((id) => id !== viewerId),
      });
    },
    handleRoomEvent(event) {
      if (event.type === 'init') {
        machine.send({ type: 'joined', user: event.user_id, isViewer: event.user_id === viewerId });
      } else if (event.type === 'captions') {
        const { user_id: user, wants, speech } = event;
        machine.send({ type: 'statusReceived', user, status: { wants: wants === 1, speech } });
      } else if (event.type === 'caption') {
        const { user_id: user, text, final } = event;
        machine.send({ type: 'captionReceived', user, text, isFinal: final === 1 });
      }
    },
    show: (isShown) => machine.send({ type: 'show', isShown }),
    consent: (isAgreed) => machine.send({ type: 'consent', isAgreed }),
    chooseLanguage: (lang) => machine.send({ type: 'chooseLanguage', lang }),
    close() {
      stop();
      lineTimers.close();
    },
  };
}
