// Types for the untyped parts of tesseract.js: its worker script, and its engine.
declare module 'tesseract.js/src/worker-script/index.js' {
  interface Packet {
    workerId: string;
    jobId: string;
    action: 'load' | 'loadLanguage' | 'initialize' | 'setParameters' | 'recognize';
    payload: object;
  }
  interface Told {
    jobId: string;
    status: 'resolve' | 'reject' | 'progress';
    data: unknown;
  }
  const script: {
    dispatchHandlers(packet: Packet, send: (told: Told) => void): void;
    setAdapter(adapter: {
      getCore(): Promise<(options: object) => Promise<unknown>>;
      gunzip(data: Uint8Array): Uint8Array;
    }): void;
  };
  export default script;
}

declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  const core: (options: object) => Promise<unknown>;
  export default core;
}
