// The Web Speech API's recognition, which the DOM library leaves out (https://webaudio.github.io/web-speech-api/).

export interface RecognitionOptions {
  langs: string[];
  processLocally: boolean;
}

export interface Recognition extends EventTarget {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  /** Absent where the browser can't recognize speech on the device. */
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
  onresult: ((event: RecognitionResults) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
}

export interface RecognitionResults {
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

export interface RecognitionConstructor {
  new (): Recognition;
  available?(
    options: RecognitionOptions,
  ): Promise<'available' | 'downloadable' | 'downloading' | 'unavailable'>;
  install?(options: RecognitionOptions): Promise<boolean>;
}
