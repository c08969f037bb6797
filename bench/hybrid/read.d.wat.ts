// `read.wat`, assembled (scripts/vite/wat.ts).
declare const bytes: Uint8Array<ArrayBuffer>;
export default bytes;
