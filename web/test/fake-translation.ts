import { vi } from 'vitest';

interface FakeTranslation {
  /** What the detector answers, by a part of the text. */
  languages: Record<string, string>;
  confidence: number;
  detector: string;
  translator: string;
  /** How often the availability of the detector was asked for. */
  asked: number;
  /** Called before each model is created; an error that it throws refuses the model. */
  beforeCreate: (what: 'detector' | 'translator', monitor: EventTarget) => Promise<void> | void;
}

/** Stands in for the browser's own Translator and LanguageDetector, which no browser of the tests has. */
export function installTranslation(options: Partial<FakeTranslation> = {}) {
  const fake: FakeTranslation = {
    languages: {},
    confidence: 0.95,
    detector: 'available',
    translator: 'available',
    asked: 0,
    beforeCreate: () => {},
    ...options,
  };
  const calls: string[] = [];
  async function create(what: 'detector' | 'translator', monitor?: (target: EventTarget) => void): Promise<void> {
    calls.push(`create ${what}`);
    const target = new EventTarget();
    monitor?.(target);
    await fake.beforeCreate(what, target);
  }
  vi.stubGlobal('LanguageDetector', {
    availability: async () => {
      fake.asked += 1;
      return fake.detector;
    },
    create: async ({ monitor }: { monitor?: (target: EventTarget) => void } = {}) => {
      await create('detector', monitor);
      fake.detector = 'available';
      return {
        detect: async (text: string) => {
          calls.push(`detect ${text}`);
          const found = Object.entries(fake.languages).find(([part]) => text.includes(part));
          return [{ detectedLanguage: found?.[1] ?? 'und', confidence: fake.confidence }];
        },
      };
    },
  });
  vi.stubGlobal('Translator', {
    availability: async () => fake.translator,
    create: async (pair: {
      sourceLanguage: string;
      targetLanguage: string;
      monitor?: (target: EventTarget) => void;
    }) => {
      await create('translator', pair.monitor);
      return {
        translate: async (text: string) => {
          calls.push(`translate ${text}`);
          return `[${pair.sourceLanguage}→${pair.targetLanguage}] ${text}`;
        },
      };
    },
  });
  return { fake, calls };
}

/** Elements are seen when the test says so. */
export function installViewport() {
  const seen: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback;
      }
      observe(target: Element): void {
        const entries = [{ target, isIntersecting: true } as IntersectionObserverEntry];
        seen.push(() => this.#callback(entries, this as unknown as IntersectionObserver));
      }
      disconnect(): void {}
    },
  );
  return {
    observed: seen,
    scrollTo: () => {
      for (const show of seen.splice(0)) show();
    },
  };
}
