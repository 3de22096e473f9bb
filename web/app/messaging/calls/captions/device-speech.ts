import { LANGUAGES, type Lang } from '@app/contract/platform/languages';

interface DeviceSpeechOptions {
  langs: string[];
  processLocally: true;
}

/** A session of the Web Speech API; the library of DOM types lacks it. */
export interface DeviceSpeech {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  onresult: ((event: SpeechRecognitionEvent) => void) | null;
  onerror: ((event: Pick<SpeechRecognitionErrorEvent, 'error'>) => void) | null;
  onend: (() => void) | null;
  start(track: MediaStreamTrack): void;
  abort(): void;
}

export interface DeviceSpeechClass {
  new (): DeviceSpeech;
  prototype: DeviceSpeech;
  available(options: DeviceSpeechOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  install(options: DeviceSpeechOptions): Promise<boolean>;
}

const TAGS: Readonly<Record<Lang, string>> = {
  ru: 'ru-RU',
  en: 'en-US',
  es: 'es-ES',
  de: 'de-DE',
  fr: 'fr-FR',
  it: 'it-IT',
  ko: 'ko-KR',
};

const optionsOf = (lang: Lang): DeviceSpeechOptions => ({ langs: [TAGS[lang]], processLocally: true });

/** Null where the browser recognizes no speech, or cannot promise that the sound stays on the device. */
export function findDeviceSpeech(): DeviceSpeechClass | null {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: DeviceSpeechClass;
    webkitSpeechRecognition?: DeviceSpeechClass;
  };
  const found = SpeechRecognition ?? webkitSpeechRecognition;
  if (typeof found !== 'function' || !('processLocally' in found.prototype)) return null;
  return typeof found.available === 'function' && typeof found.install === 'function' ? found : null;
}

/** Languages that this device recognizes by itself, or once it has downloaded what it needs. */
export async function findSpeechLanguages(): Promise<readonly Lang[]> {
  const speech = findDeviceSpeech();
  if (speech === null) return [];
  const found = await Promise.all(
    LANGUAGES.map(async (lang) => {
      const status = await speech.available(optionsOf(lang)).catch(() => 'unavailable');
      return status === 'unavailable' ? [] : [lang];
    }),
  );
  return found.flat();
}

/** Downloads what the device needs for the language, where that is missing. Browsers want a press of the user for it. */
export async function prepareSpeech(lang: Lang): Promise<boolean> {
  const speech = findDeviceSpeech();
  if (speech === null) return false;
  try {
    const options = optionsOf(lang);
    return (await speech.available(options)) === 'available' || (await speech.install(options));
  } catch {
    return false;
  }
}

/** A session that hears on the device only: without what it needs there it ends with an error. */
export function createSpeech(speech: DeviceSpeechClass, lang: Lang): DeviceSpeech {
  const session = new speech();
  session.processLocally = true;
  session.lang = TAGS[lang];
  session.continuous = true;
  session.interimResults = true;
  return session;
}
