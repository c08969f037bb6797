// A ZIP file whose parts are unpacked one by one, on request, and never beyond the limits, whatever its headers
// claim.
import { Inflate } from 'fflate';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { Refusal } from './extracted.ts';
import { LIMITS } from './limits.ts';
import { damaged, packedBytes, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Packed bytes between two checks of the unpacked size: at most 64 MB more. */
const STEP = 64 * 1024;

type ZipLimits = Record<'part' | 'unpacked' | 'ratio' | 'ratioFrom', number>;

export class Zip {
  readonly #bytes: Uint8Array;
  readonly #entries: Map<string, ZipEntry>;
  readonly #limits: ZipLimits;
  #unpacked = 0;

  /** @throws Refusal for a damaged file, and one with too many parts */
  constructor(bytes: Uint8Array, limits: ZipLimits = LIMITS) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#entries = readZipDirectory(bytes);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws Refusal for a part that is missing, damaged or too large */
  bytes(name: string): Uint8Array {
    const entry = this.#entries.get(name);
    if (!entry) throw new Refusal(`the file is damaged: it is missing ${name.slice(0, 100)}`);
    if (entry.encrypted)
      throw new Refusal('the file is protected by a password; save a copy without it and add that');
    const packed = packedBytes(this.#bytes, entry);
    this.#check(entry.size, packed.length);
    const unpacked = this.#unpack(entry, packed);
    this.#unpacked += unpacked.length;
    return unpacked;
  }

  /** Returns the text of a part: UTF-8, or UTF-16 with a byte order mark. */
  text(name: string): string {
    const bytes = this.bytes(name);
    const label =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : 'utf-8';
    return new TextDecoder(label).decode(bytes);
  }

  /** Returns undefined for a missing part. */
  textIfAny(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  #check(size: number, packed: number): void {
    const isBomb = size > this.#limits.ratioFrom && size > packed * this.#limits.ratio;
    if (isBomb || size > this.#limits.part || this.#unpacked + size > this.#limits.unpacked) {
      throw new Refusal('the file is too large when unpacked, which is typical of hostile files');
    }
  }

  #unpack({ method, size }: ZipEntry, packed: Uint8Array): Uint8Array {
    if (method === 0) return packed;
    if (method !== 8) throw new Refusal('the file uses an unsupported compression method');
    const parts: Uint8Array[] = [];
    let length = 0;
    const inflate = new Inflate((part) => {
      parts.push(part);
      length += part.length;
    });
    try {
      for (let at = 0; at < packed.length; at += STEP) {
        inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
        this.#check(length, packed.length);
      }
    } catch (error) {
      throw error instanceof Refusal ? error : damaged();
    }
    if (length !== size) throw damaged();
    return joinedBytes(parts);
  }
}
