import type { DeviceSpeech } from '../app/messaging/calls/captions/device-speech.ts';

/** The browser's recognition of speech, as tests speak to it. */
export function installFakeSpeech(statuses: Readonly<Record<string, 'downloadable' | 'available'>>) {
  const sessions: FakeSpeech[] = [];
  const installed: string[] = [];
  const fake = { sessions, installed, installs: true, current, uninstall };

  class FakeSpeech implements DeviceSpeech {
    lang = '';
    continuous = false;
    interimResults = false;
    onresult: DeviceSpeech['onresult'] = null;
    onerror: DeviceSpeech['onerror'] = null;
    onend: DeviceSpeech['onend'] = null;
    track: MediaStreamTrack | null = null;
    isAborted = false;
    #isLocal = false;

    get processLocally(): boolean {
      return this.#isLocal;
    }
    set processLocally(isLocal: boolean) {
      this.#isLocal = isLocal;
    }
    static async available({ langs, processLocally }: { langs: string[]; processLocally: boolean }) {
      const [lang = ''] = langs;
      if (!processLocally) return 'available';
      return installed.includes(lang) ? 'available' : (statuses[lang] ?? 'unavailable');
    }
    static async install({ langs, processLocally }: { langs: string[]; processLocally: boolean }) {
      if (!processLocally || !fake.installs) return false;
      installed.push(...langs);
      return true;
    }
    start(track: MediaStreamTrack): void {
      this.track = track;
      sessions.push(this);
    }
    abort(): void {
      this.isAborted = true;
    }
    say(...results: [transcript: string, isFinal: boolean][]): void {
      const list = results.map(([transcript, isFinal]) => ({ 0: { transcript }, length: 1, isFinal }));
      this.onresult?.({ resultIndex: 0, results: list } as unknown as SpeechRecognitionEvent);
    }
  }

  function current(): FakeSpeech | undefined {
    return sessions.findLast(({ isAborted }) => !isAborted);
  }
  function uninstall(): void {
    Reflect.deleteProperty(window, 'SpeechRecognition');
  }
  Object.assign(window, { SpeechRecognition: FakeSpeech });
  return fake;
}
