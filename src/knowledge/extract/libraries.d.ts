// Types for library builds that have none: only the used parts.
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
    images: {
      imgElement(
        convert: (picture: {
          contentType: string;
          readAsArrayBuffer(): Promise<ArrayBuffer>;
        }) => Promise<{ src: string }>,
      ): unknown;
    };
  };
  export default mammoth;
}
