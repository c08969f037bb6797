// Builds of libraries that come without types: only what is used of them.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object;
}

declare module 'mammoth/mammoth.browser.min.js' {
  const mammoth: {
    convertToHtml(
      input: { arrayBuffer: ArrayBuffer },
      options: {
        externalFileAccess: boolean;
        includeEmbeddedStyleMap: boolean;
        convertImage: unknown;
        styleMap: string[];
      },
    ): Promise<{ value: string }>;
    images: { imgElement(convert: () => Promise<{ src: string }>): unknown };
  };
  export default mammoth;
}
